import Boxes
import Testing

@Suite("A movie that was cut")
struct TruncationTests {
  /// One movie a line of the table below, whole, with nothing after its last sample or its index.
  static let movies: [(name: String, bytes: [UInt8])] = [
    ("index first", TinyMovie().bytes),
    ("index last", TinyMovie { $0.isIndexFirst = false }.bytes),
    ("no brand", TinyMovie { $0.brand = [] }.bytes),
    ("media to the end of the file", openEnded(TinyMovie())),
    ("old QuickTime", oldQuickTime.bytes),
    ("64-bit places", wide.bytes),
    ("two tracks", twoTracks.bytes),
    ("two tracks, index last", lastOfTwo.bytes),
    ("uncompressed sound", sound.bytes),
    ("64-bit sizes", wideSizes),
    ("padding in the index", TinyMovie { $0.more = zeros(12) }.bytes),
  ]

  private static let oldQuickTime = TinyMovie {
    $0.brand = atom("wide")
    $0.isIndexFirst = false
    $0.more = atom("udta", zeros(4))
  }

  private static let twoTracks = TinyMovie {
    $0.tracks.append(TinyTrack(id: 2, sizes: [5], chunks: [1], durations: [[1, 7]]))
  }

  private static let lastOfTwo = TinyMovie {
    $0 = twoTracks
    $0.isIndexFirst = false
  }

  private static let wide = TinyMovie {
    let places = $0.tracks[0].places(mediaAt: $0.mediaPlace + 8)
    $0.tracks[0].replaced["stco"] = atom(
      "co64", bytes32(0, 2), bytes64(UInt64(places[0]), UInt64(places[1])))
  }

  private static let sound = TinyMovie {
    $0.tracks[0] = TinyTrack(
      handler: "soun", entry: atom("sowt", zeros(16), bytes16(2, 16), zeros(8)), sizes: [80],
      chunks: [1], durations: [[20, 1]])
    $0.tracks[0].replaced["stsz"] = atom("stsz", bytes32(0, 1, 20))
    $0.tracks[0].replaced["stsc"] = tableAtom("stsc", [[1, 20, 1]])
  }

  private static let wideSizes: [UInt8] = {
    let movie = TinyMovie()
    let index = movie.index(mediaAt: movie.mediaPlace + 16).dropFirst(8)
    return movie.brand + wideAtom("moov", Array(index)) + wideAtom("mdat", movie.media)
  }()

  private static func openEnded(_ movie: TinyMovie) -> [UInt8] {
    var bytes = movie.bytes
    bytes.replaceSubrange(movie.mediaPlace - 8..<movie.mediaPlace - 4, with: zeros(4))
    return bytes
  }

  @Test("is refused wherever it was cut", arguments: movies)
  func everyPrefix(name: String, bytes: [UInt8]) {
    #expect(fault(bytes) == nil)
    for length in 1..<bytes.count {
      #expect(fault(Array(bytes[..<length]))?.code == .truncated, "\(length) of \(bytes.count)")
    }
  }

  @Test("behind its last sample is told as before, or refused within a box that belongs there")
  func behind() throws {
    let movie = TinyMovie { $0.trailer = atom("free", zeros(9)) + atom("SEFT", zeros(9)) }
    let end = TinyMovie().bytes.count
    for length in end..<movie.bytes.count {
      let cut = Array(movie.bytes[..<length])
      if end + 8..<end + 17 ~= length {
        #expect(fault(cut)?.box == "free")
      } else {
        #expect(try walk(cut) == walk(TinyMovie().bytes), "\(length - end) bytes after the end")
      }
    }
  }
}
