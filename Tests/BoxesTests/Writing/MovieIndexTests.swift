import Testing

@testable import Boxes

@Suite("The headers of an output")
struct MovieIndexTests {
  private func contents(
    _ path: String, _ video: WrittenVideoTrack, _ audio: WrittenAudioTrack? = nil
  ) throws -> [[UInt8]] {
    BoxTree.contents(path, in: try IndexWriter().index(video, audio))
  }

  private let identity: [UInt32] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

  @Test("say how long the longest track is shown, without a date")
  func movieHeader() throws {
    let header = try contents("moov/mvhd", .plain(), .plain())
    // 3 pictures of a thirtieth, in ticks of 48,000 Hz, are longer than 2,972 samples.
    #expect(
      header.map(\.words) == [
        [0, 0, 0, 48_000, 4_800, 0x1_0000, 0x0100_0000, 0, 0] + identity
          + [0, 0, 0, 0, 0, 0, 3]
      ])
  }

  @Test(
    "of a silent movie count in the picture's ticks and leave the next number to a second track")
  func silentMovieHeader() throws {
    let header = try contents("moov/mvhd", .plain())
    #expect(header.first?.words[3...4] == [30, 3])
    #expect(header.first?.words.last == 2)
  }

  @Test("say how long each track is shown, enabled, upright and of its size")
  func trackHeaders() throws {
    let headers = try contents("moov/trak/tkhd", .plain(), .plain())
    #expect(
      headers.map(\.words) == [
        [3, 0, 0, 1, 0, 4_800, 0, 0, 0, 0] + identity + [640 << 16, 360 << 16],
        [3, 0, 0, 2, 0, 2_972, 0, 0, 0, 0x0100_0000] + identity + [0, 0],
      ])
  }

  @Test("say how long each track's media is, of no language")
  func mediaHeaders() throws {
    let headers = try contents("moov/trak/mdia/mdhd", .plain(), .plain())
    #expect(
      headers.map(\.words) == [
        [0, 0, 0, 30, 3, 0x55C4_0000], [0, 0, 0, 48_000, 3_996, 0x55C4_0000],
      ])
  }

  @Test("name the handlers' kinds and no names")
  func handlers() throws {
    let handlers = try contents("moov/trak/mdia/hdlr", .plain(), .plain())
    #expect(
      handlers
        == ["vide", "soun"].map { kind in
          [UInt8](repeating: 0, count: 8) + Array(kind.utf8) + [UInt8](repeating: 0, count: 13)
        })
  }

  @Test("refer to this same file")
  func dataReferences() throws {
    let references = try contents("moov/trak/mdia/minf/dinf/dref", .plain(), .plain())
    let reference = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12] + Array("url ".utf8) + [0, 0, 0, 1]
    #expect(references == [reference, reference])
  }

  @Test("of a kind's media are there")
  func mediaKinds() throws {
    #expect(
      try contents("moov/trak/mdia/minf/vmhd", .plain(), .plain()).map(\.words) == [[1, 0, 0]])
    #expect(try contents("moov/trak/mdia/minf/smhd", .plain(), .plain()).map(\.words) == [[0, 0]])
  }

  @Test("cut priming and padding off the sound")
  func audioEdit() throws {
    let edits = try contents("moov/trak/edts/elst", .plain(), .plain())
    #expect(edits.map(\.words) == [[0, 1, 2_972, 1024, 0x1_0000]])
  }

  @Test("take away the delay of reordered pictures")
  func videoEdit() throws {
    var video = WrittenVideoTrack.plain(4)
    for (index, offset) in [1, 3, 0, 0].enumerated() {
      video.samples[index].compositionOffset = Int32(offset)
    }
    let edits = try contents("moov/trak/edts/elst", video)
    #expect(edits.map(\.words) == [[0, 1, 4, 1, 0x1_0000]])
  }

  @Test("need no edit to cut the last picture short")
  func shortPicture() throws {
    var video = WrittenVideoTrack.plain(4)
    video.timescale = 3000
    for index in video.samples.indices { video.samples[index].duration = 100 }
    video.presentedDuration = 350
    #expect(try contents("moov/trak/edts/elst", video).isEmpty)
    #expect(try contents("moov/trak/tkhd", video).first?.words[5] == 350)
    #expect(try contents("moov/trak/mdia/mdhd", video).first?.words[4] == 350)
  }

  @Test("cut off pictures that are not shown")
  func hiddenPictures() throws {
    var video = WrittenVideoTrack.plain(4)
    video.presentedDuration = 2
    #expect(try contents("moov/trak/edts/elst", video).map(\.words) == [[0, 1, 2, 0, 0x1_0000]])
  }

  @Test("take 64 bits from the first duration that 32 cannot tell", arguments: [1, 2])
  func longDurations(lastDuration: UInt32) throws {
    var video = WrittenVideoTrack.plain(3)
    video.samples[0].duration = UInt32(Int32.max)
    video.samples[1].duration = UInt32(Int32.max)
    video.samples[2].duration = lastDuration
    video.presentedDuration = 0xFFFF_FFFE + UInt64(lastDuration)
    let head = try IndexWriter().index(video)
    for path in ["moov/mvhd", "moov/trak/mdia/mdhd"] {
      let header = try BoxTree.content(path, in: head)
      #expect(header[0] == 1)
      #expect(header.integer(at: 24, 8) == video.presentedDuration)
    }
    let track = try BoxTree.content("moov/trak/tkhd", in: head)
    #expect(track.prefix(4) == [1, 0, 0, 3])
    #expect(track.integer(at: 28, 8) == video.presentedDuration)
  }

  @Test("keep 32 bits up to the last duration that is not all ones")
  func longestNarrowDuration() throws {
    var video = WrittenVideoTrack.plain(2)
    for index in video.samples.indices { video.samples[index].duration = UInt32(Int32.max) }
    video.presentedDuration = 0xFFFF_FFFE
    let head = try IndexWriter().index(video)
    #expect(try BoxTree.content("moov/mvhd", in: head).words[...4] == [0, 0, 0, 30, 0xFFFF_FFFE])
  }

  @Test("write an edit in 64 bits where it needs them")
  func longEdits() throws {
    var video = WrittenVideoTrack.plain(3)
    for index in video.samples.indices { video.samples[index].duration = UInt32(Int32.max) }
    video.samples[0].compositionOffset = 1
    video.presentedDuration = 1 << 32
    var edit = try #require(try contents("moov/trak/edts/elst", video).first)
    #expect(edit.words == [0x0100_0000, 1, 1, 0, 0, 1, 0x1_0000])
    video.presentedDuration = 0xFFFF_FFFF
    edit = try #require(try contents("moov/trak/edts/elst", video).first)
    #expect(edit.words == [0, 1, 0xFFFF_FFFF, 1, 0x1_0000])
  }

  @Test("write an edit's start in 64 bits where it needs them")
  func lateEdit() throws {
    let movie = try MovieTimescale(video: 30, audio: nil)
    func elst(_ mediaTime: UInt64) throws -> [UInt32] {
      var builder = BoxBuilder()
      try TrackTimes(
        timescale: 30, mediaDuration: 1, mediaTime: mediaTime, presented: 1, movie: movie
      ).appendEdit(to: &builder)
      return try BoxTree.content("edts/elst", in: builder.bytes).words
    }
    #expect(try elst(0x7FFF_FFFF) == [0, 1, 1, 0x7FFF_FFFF, 0x1_0000])
    #expect(try elst(0x8000_0000) == [0x0100_0000, 1, 0, 1, 0, 0x8000_0000, 0x1_0000])
    #expect(throws: IndexWriterError(.tooLarge)) { try elst(1 << 63) }
  }
}
