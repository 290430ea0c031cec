import Boxes
import Testing

@Suite("Limits of a walk")
struct LimitTests {
  @Test("4,096 boxes are walked, 4,097 are not", arguments: [0, 1])
  func boxes(more: Int) {
    // ftyp, moov, mvhd, trak, tkhd, mdia, mdhd, hdlr, minf, vmhd, dinf, dref, url, stbl, stsd,
    // avc1, stts, stsc, stsz, stco, mdat
    let boxes = (0..<4_096 - 21 + more).flatMap { _ in atom("free") }
    for movie in [
      TinyMovie { $0.brand += boxes }, TinyMovie { $0.more = boxes },
      TinyMovie { $0.trailer = boxes },
    ] {
      #expect(fault(movie.bytes)?.code == (more == 0 ? nil : .tooComplex))
    }
  }

  @Test("boxes inside of sample entries and data references count too")
  func innerBoxes() {
    let boxes = (0..<4_096).flatMap { _ in atom("free") }
    let entry = TinyMovie.track { $0.entry = atom("avc1", zeros(78), boxes) }
    #expect(fault(entry.bytes)?.code == .tooComplex)
    let references = (0..<4_096).flatMap { _ in atom("url ", bytes32(1)) }
    let list = TinyMovie.track { $0.replaced["dref"] = atom("dref", bytes32(0, 4_096), references) }
    #expect(fault(list.bytes)?.code == .tooComplex)
  }

  /// A movie of `count` samples without a byte.
  private func movie(samples count: UInt32, tracks: Int = 1) -> [UInt8] {
    TinyMovie {
      var track = TinyTrack(sizes: [0], chunks: [1], durations: [[count, 1]])
      track.replaced["stsz"] = atom("stsz", bytes32(0, 0, count), zeros(4 * Int(count)))
      track.replaced["stsc"] = tableAtom("stsc", [[1, count, 1]])
      $0.tracks = Array(repeating: track, count: tracks)
    }.bytes
  }

  @Test("a million samples are walked, one more is not")
  func samples() {
    #expect(fault(movie(samples: 1_000_000)) == nil)
    #expect(fault(movie(samples: 1_000_001))?.code == .tooComplex)
  }

  @Test("samples of all tracks count together")
  func samplesOfAllTracks() {
    #expect(fault(movie(samples: 500_000, tracks: 2)) == nil)
    #expect(fault(movie(samples: 500_000, tracks: 3))?.code == .tooComplex)
  }

  @Test("samples in fragments count with the others")
  func fragmentSamples() {
    func movie(_ count: UInt32) -> [UInt8] {
      TinyMovie { $0.more = atom("mvex", atom("trex", bytes32(0, 1, 1, 1, 0, 0))) }.bytes
        + atom("moof", atom("traf", atom("tfhd", bytes32(0, 1)), atom("trun", bytes32(0, count))))
    }
    #expect(fault(movie(999_997)) == nil)
    #expect(fault(movie(999_998))?.code == .tooComplex)
  }

  @Test("2^31 samples of one byte are refused without a look at them")
  func constantSize() {
    let movie = TinyMovie.track {
      $0.replaced["stsz"] = atom("stsz", bytes32(0, 1, 0x7FFF_FFFF))
    }
    #expect(fault(movie.bytes)?.code == .tooComplex)
  }

  @Test("2^28 frames of uncompressed sound are counted, one more is not", arguments: [0, 1])
  func soundFrames(more: UInt32) {
    // 4,096 chunks of 65,536 frames, all of them in the same place.
    let movie = TinyMovie.track {
      $0.handler = "soun"
      $0.sizes = [65_536]
      $0.chunks = [1]
      $0.durations = [[1 << 28 + more, 1]]
      $0.replaced["stsz"] = atom("stsz", bytes32(0, 1, 1 << 28 + more))
      $0.replaced["stsc"] = tableAtom("stsc", [[1, 65_536, 1]])
      $0.replaced["stco"] = tableAtom("stco", Array(repeating: [100], count: 4_096))
    }
    #expect(fault(movie.bytes)?.code == (more == 0 ? nil : .tooComplex))
  }

  @Test("four million rows are read, one more is not")
  func rows() {
    // stts, stsc, stsz and stco of the tiny track have 1 + 2 + 3 + 2 rows.
    func movie(_ count: Int) -> [UInt8] {
      TinyMovie.track {
        $0.moreTables = atom("stss", bytes32(0, UInt32(count)), zeros(4 * count))
      }.bytes
    }
    #expect(fault(movie(4_000_000 - 8)) == nil)
    #expect(fault(movie(4_000_000 - 7))?.code == .tooComplex)
  }

  @Test("1,024 edits are kept, one more is refused")
  func edits() throws {
    func movie(_ count: Int) -> [UInt8] {
      let list = tableAtom("elst", Array(repeating: [1, 0, 0x1_0000], count: count))
      return TinyMovie.track { $0.more = atom("edts", list) }.bytes
    }
    #expect(try walk(movie(1_024)).tracks.first?.edits.count == 1_024)
    #expect(fault(movie(1_025))?.code == .tooComplex)
  }

  @Test("64 chapter tracks are named, one more is refused")
  func chapters() throws {
    func movie(_ count: Int) -> [UInt8] {
      TinyMovie.track {
        $0.more = atom("tref", atom("chap", zeros(8)), atom("chap", zeros(4 * (count - 2))))
      }.bytes
    }
    #expect(try walk(movie(64)).tracks.first?.chapterReferences.count == 64)
    #expect(fault(movie(65))?.code == .tooComplex)
  }
}
