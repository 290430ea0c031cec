import Boxes
import Testing

@Suite("What headers declare")
struct HeaderTests {
  @Test("a movie header may have 64-bit times")
  func wideMovieHeader() throws {
    let movie = TinyMovie {
      $0.movieHeader = atom(
        "mvhd", bytes32(1 << 24), zeros(16), bytes32(90_000), bytes64(1 << 40), zeros(80))
    }
    #expect(
      try walk(movie.bytes).declaredDuration
        == DeclaredDuration(ticks: 1 << 40, timescale: 90_000))
  }

  @Test(
    "a duration of all ones is unknown",
    arguments: [
      atom("mvhd", zeros(12), bytes32(600, .max), zeros(80)),
      atom("mvhd", bytes32(1 << 24), zeros(16), bytes32(600), bytes64(.max), zeros(80)),
    ])
  func unknown(header: [UInt8]) throws {
    let movie = try walk(TinyMovie { $0.movieHeader = header }.bytes)
    #expect(movie.declaredDuration == nil)
    #expect(movie.timescale == 600)
  }

  @Test("a movie without header, or on a clock that stands still, declares nothing")
  func noClock() throws {
    #expect(try walk(TinyMovie { $0.movieHeader = [] }.bytes).declaredDuration == nil)
    #expect(try walk(TinyMovie { $0.timescale = 0 }.bytes).declaredDuration == nil)
  }

  @Test("a movie that declares 0 declares 0")
  func zero() throws {
    #expect(try walk(TinyMovie { $0.duration = 0 }.bytes).declaredDuration?.ticks == 0)
  }

  @Test(
    "a fragmented movie that declares 0 lasts as long as mehd says",
    arguments: [
      ([], nil), (atom("mehd", bytes32(0, 77)), 77), (atom("mehd", bytes32(0, 0)), nil),
      (atom("mehd", bytes32(1 << 24), bytes64(1 << 33)), 1 << 33),
    ] as [([UInt8], UInt64?)])
  func fragmented(box: [UInt8], ticks: UInt64?) throws {
    let movie = TinyMovie {
      $0.duration = 0
      $0.more = atom("mvex", box)
    }
    #expect(try walk(movie.bytes).isFragmented)
    #expect(try walk(movie.bytes).declaredDuration?.ticks == ticks)
  }

  @Test("a fragmented movie that declares a duration declares that")
  func fragmentedWithDuration() throws {
    let movie = TinyMovie { $0.more = atom("mvex", atom("mehd", bytes32(0, 77))) }
    #expect(try walk(movie.bytes).declaredDuration?.ticks == 1_800)
  }

  @Test("a track header may have 64-bit times")
  func wideTrackHeader() throws {
    let movie = TinyMovie.track {
      $0.replaced["tkhd"] = atom(
        "tkhd", bytes32(1 << 24 | 6), zeros(16), bytes32(9), zeros(28),
        bytes32(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
    }
    let track = try #require(try walk(movie.bytes).tracks.first)
    #expect(!track.isEnabled)
    #expect(track.id == 9)
    #expect(track.matrix == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(track.declaredWidth == 10)
    #expect(track.declaredHeight == 11)
  }

  @Test("a media header may have 64-bit times")
  func wideMediaHeader() throws {
    let movie = TinyMovie.track {
      $0.replaced["mdhd"] = atom(
        "mdhd", bytes32(1 << 24), zeros(16), bytes32(48_000), bytes64(0), zeros(4))
    }
    #expect(try walk(movie.bytes).tracks.first?.timescale == 48_000)
  }

  @Test(
    "a media header tells its duration, or that it does not know",
    arguments: [
      (bytes32(0, 0, 0, 1_000, 7_000), 7_000), (bytes32(0, 0, 0, 1_000, .max), nil),
      (bytes32(1 << 24) + zeros(16) + bytes32(1_000) + bytes64(1 << 40), 1 << 40),
      (bytes32(1 << 24) + zeros(16) + bytes32(1_000) + bytes64(.max), nil),
    ] as [([UInt8], UInt64?)])
  func mediaDuration(content: [UInt8], ticks: UInt64?) throws {
    let movie = TinyMovie.track { $0.replaced["mdhd"] = atom("mdhd", content, zeros(4)) }
    let declared = try walk(movie.bytes).tracks.first?.declaredDuration
    #expect(declared == ticks.map { DeclaredDuration(ticks: $0, timescale: 1_000) })
  }

  @Test("the handler of the data is not that of the media")
  func dataHandler() throws {
    let movie = TinyMovie.track {
      $0.handler = "soun"
      $0.replaced["dref"] =
        atom("dref", bytes32(0, 0)) + atom("hdlr", zeros(4), Array("dhlralis".utf8))
    }
    #expect(try walk(movie.bytes).tracks.first?.handler == "soun")
  }

  @Test("edits are told as they are, empty ones with media time -1")
  func edits() throws {
    let list = tableAtom("elst", [[600, .max, 0x1_0000], [1_200, 33, 0x8000]])
    let movie = TinyMovie.track { $0.more = atom("edts", list) }
    #expect(
      try walk(movie.bytes).tracks.first?.edits == [
        MovieStructure.Edit(segmentDuration: 600, mediaTime: -1, rate: 0x1_0000),
        MovieStructure.Edit(segmentDuration: 1_200, mediaTime: 33, rate: 0x8000),
      ])
  }

  @Test("edits may have 64-bit times")
  func wideEdits() throws {
    let list = atom("elst", bytes32(1 << 24, 1), bytes64(1 << 40, .max), bytes32(0xFFFF_0000))
    let movie = TinyMovie.track { $0.more = atom("edts", list) }
    #expect(
      try walk(movie.bytes).tracks.first?.edits == [
        MovieStructure.Edit(segmentDuration: 1 << 40, mediaTime: -1, rate: -0x1_0000)
      ])
  }

  @Test("an edit list that claims more than its box holds ends with its box")
  func editsPastBox() throws {
    let list = tableAtom("elst", count: .max, [[600, 0, 0x1_0000]])
    let movie = TinyMovie.track { $0.more = atom("edts", list) }
    #expect(try walk(movie.bytes).tracks.first?.edits.count == 1)
  }

  @Test("two edit lists of a track are refused: which of them holds depends on who reads")
  func twoEditLists() {
    let list = tableAtom("elst", [[600, 0, 0x1_0000]])
    let apart = TinyMovie.track { $0.more = atom("edts", list) + atom("edts", list) }
    #expect(fault(apart.bytes)?.detail == "it is there twice")
    let together = TinyMovie.track { $0.more = atom("edts", list, list) }
    #expect(fault(together.bytes)?.detail == "it is there twice")
  }

  @Test("an edit list without rows' count is refused")
  func shortEdits() {
    let movie = TinyMovie.track { $0.more = atom("edts", atom("elst", zeros(7))) }
    #expect(fault(movie.bytes)?.box == "elst")
  }

  @Test("chapter tracks are named, other references are not")
  func chapters() throws {
    let movie = TinyMovie.track {
      $0.more = atom("tref", atom("chap", bytes32(3, 4)), atom("cdsc", bytes32(9)))
    }
    #expect(try walk(movie.bytes).tracks.first?.chapterReferences == [3, 4])
  }
}
