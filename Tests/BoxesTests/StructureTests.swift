import Boxes
import Testing

@Suite("The structure of a movie")
struct StructureTests {
  @Test("a movie is told as its boxes say it")
  func plain() throws {
    let movie = try walk(TinyMovie().bytes)
    var track = MovieStructure.Track()
    track.id = 1
    track.handler = "vide"
    track.sampleEntry = "avc1"
    track.isEnabled = true
    track.timescale = 1_000
    track.declaredDuration = DeclaredDuration(ticks: 0, timescale: 1_000)
    track.sampleCount = 3
    track.indexedSampleCount = 3
    track.sampleDescriptionCount = 1
    track.steadyDuration = 100
    track.mediaDuration = 300
    track.compositionSpan = 0..<300
    track.matrix = [0, 65_536, 0, -65_536, 0, 0, 0, 0, 1_073_741_824]
    track.declaredWidth = 640 << 16
    track.declaredHeight = 360 << 16
    var expected = MovieStructure()
    expected.majorBrand = "isom"
    expected.compatibleBrands = ["isom", "mp42"]
    expected.indexPrecedesMedia = true
    expected.timescale = 600
    expected.declaredDuration = DeclaredDuration(ticks: 1_800, timescale: 600)
    expected.tracks = [track]
    #expect(movie == expected)
  }

  @Test("an index behind the media does not precede it")
  func indexLast() throws {
    #expect(try !walk(TinyMovie { $0.isIndexFirst = false }.bytes).indexPrecedesMedia)
  }

  @Test("an empty mdat before the index is not the media")
  func emptyMedia() throws {
    #expect(try walk(TinyMovie { $0.brand += atom("mdat") }.bytes).indexPrecedesMedia)
  }

  @Test(
    "old QuickTime starts without a brand",
    arguments: ["wide", "skip", "free", "pnot"])
  func oldQuickTime(first: String) throws {
    let movie = TinyMovie {
      $0.brand = atom(first, zeros(4))
      $0.isIndexFirst = false
    }
    #expect(try walk(movie.bytes).majorBrand == nil)
  }

  @Test("old QuickTime may start with its index or with its media", arguments: [true, false])
  func noBrandAtAll(isIndexFirst: Bool) throws {
    let movie = TinyMovie {
      $0.brand = []
      $0.isIndexFirst = isIndexFirst
    }
    #expect(try walk(movie.bytes).tracks.count == 1)
  }

  @Test("of two ftyp boxes the first counts")
  func twoBrands() throws {
    let movie = TinyMovie { $0.brand += atom("ftyp", Array("qt  ".utf8), bytes32(0)) }
    #expect(try walk(movie.bytes).majorBrand == "isom")
  }

  @Test("at most 32 compatible brands are kept")
  func manyBrands() throws {
    let brands = (0..<40).flatMap { _ in Array("mp41".utf8) }
    let movie = TinyMovie { $0.brand = atom("ftyp", Array("qt  ".utf8), bytes32(0), brands) }
    #expect(try walk(movie.bytes).compatibleBrands.count == 32)
  }

  @Test("a code that cannot be printed is shown by question marks")
  func unprintable() throws {
    let movie = TinyMovie { $0.brand = atom("ftyp", [0xA9, 0x0A, 0x7F, 0x41], bytes32(0)) }
    #expect(try walk(movie.bytes).majorBrand == "???A")
  }

  @Test("boxes may have 64-bit sizes, the index too")
  func wideSizes() throws {
    let movie = TinyMovie()
    let index = movie.index(mediaAt: movie.mediaPlace + 16).dropFirst(8)
    let bytes = movie.brand + wideAtom("moov", Array(index)) + wideAtom("mdat", movie.media)
    #expect(try walk(bytes) == walk(movie.bytes))
  }

  @Test("a child may have a 64-bit size")
  func wideChild() throws {
    #expect(fault(TinyMovie { $0.more = wideAtom("free", zeros(3)) }.bytes) == nil)
  }

  @Test("media may go on to the end of the file")
  func openEndedMedia() throws {
    let movie = TinyMovie()
    var bytes = movie.bytes
    let start = movie.mediaPlace - 8
    bytes.replaceSubrange(start..<start + 4, with: zeros(4))
    #expect(try walk(bytes) == walk(movie.bytes))
  }

  @Test("a list of boxes may end with 32 bits of zero, or with padding", arguments: [4, 7, 8, 30])
  func terminator(count: Int) throws {
    #expect(try walk(TinyMovie { $0.more = zeros(count) }.bytes).tracks.count == 1)
  }

  @Test(
    "what these boxes hold is not looked at",
    arguments: ["udta", "meta", "uuid", "gmhd", "tapt", "iods", "what"])
  func opaque(type: String) throws {
    let nonsense = atom(type, bytes32(0xFFFF_FFFF), Array("moov".utf8), bytes32(0))
    let movie = TinyMovie {
      $0.more = nonsense
      $0.tracks[0].more = nonsense
      $0.trailer = nonsense
    }
    #expect(try walk(movie.bytes) == walk(TinyMovie().bytes))
  }

  @Test("a movie without tracks is a structure")
  func noTracks() throws {
    #expect(try walk(TinyMovie { $0.tracks = [] }.bytes).tracks.isEmpty)
  }

  @Test("a track may be empty, with empty tables or with none", arguments: [true, false])
  func emptyTrack(hasTables: Bool) throws {
    let movie = TinyMovie {
      var empty = TinyTrack(id: 2, sizes: [], chunks: [], durations: [])
      if !hasTables {
        for type in ["stsd", "stts", "stsc", "stsz", "stco"] { empty.replaced[type] = [] }
      }
      $0.tracks.append(empty)
    }
    let track = try #require(try walk(movie.bytes).tracks.last)
    #expect(track.sampleCount == 0)
    #expect(track.compositionSpan == nil)
    #expect(track.mediaDuration == 0)
  }

  @Test(
    "bytes that somebody appended are nobody's boxes",
    arguments: [
      zeros(8), zeros(1), Array("\r\n".utf8), [0x50, 0x4B, 1, 2] + zeros(40),
      bytes32(4) + Array("SEFT".utf8), bytes32(1) + Array("SEFT".utf8),
      bytes32(1) + Array("SEFT".utf8) + bytes64(4), atom("SEFT", zeros(5)),
      wideAtom("SEFT", zeros(5)), bytes32(0) + Array("SEFT12".utf8),
    ] as [[UInt8]])
  func trailer(bytes: [UInt8]) throws {
    #expect(try walk(TinyMovie { $0.trailer = bytes }.bytes) == walk(TinyMovie().bytes))
  }
}
