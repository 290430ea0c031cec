import Testing

@testable import Boxes

@Suite("The head of an output")
struct IndexWriterTests {
  let writer = IndexWriter()

  @Test("is exactly ftyp, moov and the header of mdat")
  func topLevel() throws {
    let head = try writer.index(.plain(), .plain())
    let boxes = BoxTree.all(in: head)
    #expect(boxes.map(\.type) == ["ftyp", "moov", "mdat"])
    #expect(boxes.last?.content == [])
    #expect(boxes.last?.size == UInt64(348))
  }

  @Test("names the brands that players know")
  func brands() throws {
    let head = try writer.index(.plain())
    let content = try BoxTree.content("ftyp", in: head)
    #expect(content == Array("isom".utf8) + [0, 0, 2, 0] + Array("isomiso2avc1mp41".utf8))
  }

  @Test("holds nothing but what playing needs")
  func types() throws {
    func types(_ box: BoxTree) -> [String] { [box.type] + box.children.flatMap(types) }
    let head = try writer.index(.plain(), .plain())
    let track = ["trak", "tkhd", "edts", "elst", "mdia", "mdhd", "hdlr", "minf"]
    let picture = ["trak", "tkhd", "mdia", "mdhd", "hdlr", "minf", "vmhd", "dinf", "dref", "stbl"]
    let sound = track + ["smhd", "dinf", "dref", "stbl"]
    #expect(
      BoxTree.all(in: head).flatMap(types)
        == ["ftyp", "moov", "mvhd"]
        + picture + ["stsd", "stts", "stss", "stsc", "stsz", "stco"]
        + sound + ["stsd", "stts", "stsc", "stsz", "stco"] + ["mdat"])
  }

  @Test("points each chunk at its bytes right behind it")
  func offsets() throws {
    let chunks: [WrittenChunk] = [
      .init(track: .video, sampleCount: 1), .init(track: .audio, sampleCount: 2),
      .init(track: .video, sampleCount: 2), .init(track: .audio, sampleCount: 2),
    ]
    let head = try writer.index(
      video: .plain(), audio: .plain(), chunks: chunks, payloadBytes: 340)
    let start = UInt32(head.count)
    let offsets = BoxTree.contents("moov/trak/mdia/minf/stbl/stco", in: head).map(\.words)
    #expect(offsets == [[0, 2, start, start + 120], [0, 2, start + 100, start + 320]])
  }

  @Test("takes 64-bit offsets exactly when the last chunk lies past 32 bits")
  func wideOffsets() throws {
    func head(firstSize: UInt32) throws -> [UInt8] {
      var video = WrittenVideoTrack.plain(2)
      video.samples[0].size = firstSize
      return try writer.index(
        video: video, audio: nil,
        chunks: [.init(track: .video, sampleCount: 1), .init(track: .video, sampleCount: 1)],
        payloadBytes: UInt64(firstSize) + 100)
    }
    // The same size of mdat header on both sides of the border: a payload of nearly 4 GiB needs
    // the long one already.
    let length = UInt32(try head(firstSize: .max - 1000).count)
    let narrow = try head(firstSize: .max - length)
    #expect(narrow.count == Int(length))
    #expect(
      try BoxTree.content("moov/trak/mdia/minf/stbl/stco", in: narrow).words
        == [0, 2, length, .max])
    let wide = try head(firstSize: .max - length + 1)
    let table = try BoxTree.content("moov/trak/mdia/minf/stbl/co64", in: wide)
    #expect(wide.count == Int(length) + 8)
    #expect(table.integer(at: 8, 8) == UInt64(wide.count))
    #expect(table.integer(at: 16, 8) == UInt64(wide.count) + UInt64(UInt32.max - length + 1))
  }

  @Test("reaches payloads of many times 4 GiB")
  func hugePayload() throws {
    var video = WrittenVideoTrack.plain(10)
    for index in video.samples.indices { video.samples[index].size = .max }
    let payload = UInt64(UInt32.max) * 10
    let head = try writer.index(
      video: video, audio: nil,
      chunks: .init(repeating: .init(track: .video, sampleCount: 1), count: 10),
      payloadBytes: payload)
    let table = try BoxTree.content("moov/trak/mdia/minf/stbl/co64", in: head)
    #expect(table.integer(at: 8 + 72, 8) == UInt64(head.count) + UInt64(UInt32.max) * 9)
    #expect(BoxTree.all(in: head).last?.size == payload + 16)
    #expect(Array(head.suffix(16).prefix(8)) == [0, 0, 0, 1, 0x6D, 0x64, 0x61, 0x74])
  }

  @Test(
    "takes the long mdat header exactly when the payload needs it",
    arguments: [(UInt32.max - 8, 8), (UInt32.max - 7, 16)] as [(UInt32, Int)])
  func dataHeader(payload: UInt32, header: Int) throws {
    var video = WrittenVideoTrack.plain(1)
    video.samples[0].size = payload
    let head = try writer.index(video)
    let last = try #require(BoxTree.all(in: head).last)
    #expect(last.type == "mdat")
    #expect(last.size == UInt64(payload) + UInt64(header))
    #expect(
      BoxTree.all(in: head).dropLast().map(\.size).reduce(0, +) == UInt64(head.count - header))
  }

  @Test(
    "is refused for a picture that has no size or one past 16 bits",
    arguments: [(0, 9), (65_536, 9), (-1, 9), (9, 0), (9, 65_536)])
  func dimensions(width: Int, height: Int) {
    var video = WrittenVideoTrack.plain()
    (video.width, video.height) = (width, height)
    #expect(throws: IndexWriterError(.dimensions, track: .video)) { try writer.index(video) }
  }

  @Test("is refused without a picture")
  func noPicture() {
    #expect(throws: IndexWriterError(.noSamples, track: .video)) { try writer.index(.plain(0)) }
  }

  @Test("is refused with a sound track without sound")
  func noSound() {
    var audio = WrittenAudioTrack.plain()
    audio.samples = []
    #expect(throws: IndexWriterError(.noSamples, track: .audio)) {
      try writer.index(.plain(), audio)
    }
  }

  @Test("is refused where no picture is shown")
  func nothingShown() {
    var video = WrittenVideoTrack.plain()
    video.presentedDuration = 0
    #expect(throws: IndexWriterError(.presentation, track: .video)) { try writer.index(video) }
  }

  @Test(
    "is refused where more sound is heard than there is",
    arguments: [
      (1024, 3073), (1024, 0), (4096, 1), (UInt32.max, 1), (0, UInt64.max),
    ] as [(UInt32, UInt64)])
  func tooMuchSound(priming: UInt32, presented: UInt64) {
    var audio = WrittenAudioTrack.plain()
    (audio.primingSamples, audio.presentedSamples) = (priming, presented)
    #expect(throws: IndexWriterError(.presentation, track: .audio)) {
      try writer.index(.plain(), audio)
    }
  }

  @Test("is written where exactly all of the sound is heard")
  func allSound() throws {
    var audio = WrittenAudioTrack.plain()
    (audio.primingSamples, audio.presentedSamples) = (0, 4096)
    let head = try writer.index(.plain(), audio)
    #expect(BoxTree.contents("moov/trak/edts", in: head).isEmpty)
  }

  @Test("is refused where pictures are shown for longer than any sample lasts")
  func endless() {
    var video = WrittenVideoTrack.plain()
    video.presentedDuration = .max
    #expect(throws: IndexWriterError(.presentation, track: .video)) {
      try writer.index(video, .plain())
    }
  }

  @Test("prints its errors without anything from the movie")
  func errors() {
    #expect(IndexWriterError(.payload).description == "index: payload")
    #expect(IndexWriterError(.chunks, track: .video).description == "index: chunks (video)")
    #expect(IndexWriterError(.chunks, track: .audio).description == "index: chunks (audio)")
  }
}
