import Boxes
import Testing

/// The tiny track has the sizes 10, 20, 30 in chunks of 2 and 1 samples, each 100 ticks long.
@Suite("Sample tables")
struct TableRefusalTests {
  @Test(
    "a table with more rows than fit into its box is refused",
    arguments: ["stts", "ctts", "stsc", "stco", "stss"])
  func rowsPastBox(type: String) {
    let lie = tableAtom(type, count: 0xFFFF_FFFF, [[3, 100, 1]])
    let movie = TinyMovie.track {
      $0.replaced[type] = lie
      if type == "ctts" || type == "stss" { $0.moreTables = lie }
    }
    #expect(fault(movie.bytes)?.code == .corrupt)
    #expect(fault(movie.bytes)?.box == type)
  }

  @Test("sizes that do not fit into their box are refused", arguments: ["stsz", "stz2"])
  func sizesPastBox(type: String) {
    let width: UInt32 = type == "stz2" ? 16 : 0
    let box = atom(type, bytes32(0, width, 0xFFFF_FFFF), zeros(12))
    let movie = TinyMovie.track { $0.replaced["stsz"] = box }
    #expect(fault(movie.bytes)?.detail == "its rows do not fit into it")
  }

  @Test("a table that is there twice is refused", arguments: ["stts", "stsc", "stss", "ctts"])
  func twice(type: String) {
    let box = tableAtom(type, [])
    let movie = TinyMovie.track {
      $0.replaced[type] = []
      $0.moreTables = box + box
    }
    #expect(fault(movie.bytes)?.detail == "it is there twice")
  }

  @Test("both kinds of a table at once are refused", arguments: ["co64", "stz2"])
  func bothKinds(type: String) {
    let movie = TinyMovie.track { $0.moreTables = atom(type, zeros(12)) }
    #expect(fault(movie.bytes)?.detail == "it is there twice")
  }

  @Test("two sample descriptions boxes are refused")
  func twoDescriptions() {
    let movie = TinyMovie.track { $0.moreTables = atom("stsd", bytes32(0, 1), $0.entry) }
    #expect(fault(movie.bytes)?.detail == "it is there twice")
  }

  @Test("samples without durations, chunks or places are refused", arguments: ["stts", "stco"])
  func missing(type: String) {
    let movie = TinyMovie.track { $0.replaced[type] = [] }
    #expect(fault(movie.bytes)?.box == "trak")
  }

  @Test("chunks are refused where no run says what they hold", arguments: [true, false])
  func missingRuns(isThere: Bool) {
    let movie = TinyMovie.track { $0.replaced["stsc"] = isThere ? tableAtom("stsc", []) : [] }
    #expect(fault(movie.bytes)?.detail == "it has chunks without samples")
  }

  @Test("chunks are refused where there are no sizes")
  func missingSizes() {
    let movie = TinyMovie.track { $0.replaced["stsz"] = [] }
    #expect(fault(movie.bytes)?.detail == "its chunks do not hold the samples there are")
  }

  @Test(
    "durations for more or fewer samples than there are are refused",
    arguments: [[[2, 100]], [[4, 100]], [], [[3, 100], [1, 1]]] as [[[UInt32]]])
  func otherCount(durations: [[UInt32]]) {
    let movie = TinyMovie.track { $0.durations = durations }
    #expect(fault(movie.bytes)?.box == "stts")
  }

  @Test(
    "offsets for more samples than there are are refused",
    arguments: [[[4, 0]], [[3, 0], [1, 0]], [[3, 0], [0, 0], [1, 0]]] as [[[UInt32]]])
  func moreOffsets(rows: [[UInt32]]) {
    let movie = TinyMovie.track { $0.moreTables = tableAtom("ctts", rows) }
    #expect(fault(movie.bytes)?.box == "ctts")
  }

  @Test(
    "chunks that hold other samples than there are are refused",
    arguments: [
      [[1, 1, 1]], [[1, 3, 1]], [[1, 4, 1]], [[1, 2, 1]], [[1, 0, 1]], [[1, 2, 1], [2, 2, 1]],
      [[1, 2, 1], [2, 0, 1]], [[1, 3, 1], [2, 1, 1]], [[1, 2, 1], [2, 1, 1], [3, 1, 1]],
      [[1, 0xFFFF_FFFF, 1]],
    ] as [[[UInt32]]])
  func otherChunks(runs: [[UInt32]]) {
    let movie = TinyMovie.track { $0.replaced["stsc"] = tableAtom("stsc", runs) }
    #expect(fault(movie.bytes)?.detail == "its chunks do not hold the samples there are")
  }

  @Test(
    "runs that are out of order are refused",
    arguments: [[[1, 2, 1], [1, 1, 1]], [[1, 2, 1], [2, 1, 1], [2, 1, 1]]] as [[[UInt32]]])
  func outOfOrder(runs: [[UInt32]]) {
    let movie = TinyMovie.track { $0.replaced["stsc"] = tableAtom("stsc", runs) }
    #expect(fault(movie.bytes)?.detail == "its runs are out of order")
  }

  @Test("a first run that does not start at the first chunk is refused", arguments: [0, 2])
  func firstRun(start: UInt32) {
    let movie = TinyMovie.track {
      $0.replaced["stsc"] = tableAtom("stsc", [[start, 2, 1], [3, 1, 1]])
    }
    #expect(fault(movie.bytes)?.detail == "its first run does not start at the first chunk")
  }

  @Test("a chunk that ends one byte after the file is cut off, one byte earlier it is not")
  func lastByte() {
    let movie = TinyMovie()
    let last = UInt32(movie.bytes.count - 30)
    let first = UInt32(movie.mediaPlace)
    func moved(to place: UInt32) -> [UInt8] {
      TinyMovie.track { $0.replaced["stco"] = tableAtom("stco", [[first], [place]]) }.bytes
    }
    #expect(fault(moved(to: last)) == nil)
    #expect(fault(moved(to: last + 1))?.code == .truncated)
    #expect(fault(moved(to: 0xFFFF_FFFF))?.code == .truncated)
  }

  @Test("64-bit places are read, and one that overflows is refused")
  func widePlaces() {
    func movie(_ second: UInt64) -> TinyMovie {
      TinyMovie.track {
        $0.replaced["stco"] = atom("co64", bytes32(0, 2), bytes64(100, second))
      }
    }
    #expect(fault(movie(120).bytes) == nil)
    #expect(fault(movie(1 << 32).bytes)?.code == .truncated)
    #expect(fault(movie(.max).bytes)?.code == .corrupt)
  }

  @Test("a chunk without a byte may be anywhere")
  func emptyChunk() {
    let movie = TinyMovie.track {
      $0.sizes = [10, 20, 0]
      $0.replaced["stco"] = tableAtom("stco", [[100], [0xFFFF_FFFF]])
    }
    #expect(fault(movie.bytes) == nil)
  }

  @Test("runs without a chunk say nothing")
  func runsWithoutChunks() {
    let movie = TinyMovie.track {
      $0 = TinyTrack(sizes: [], chunks: [], durations: [])
      $0.replaced["stsc"] = tableAtom("stsc", [[1, 1, 1]])
    }
    #expect(fault(movie.bytes) == nil)
  }

  @Test("key samples are counted by stss")
  func syncSamples() throws {
    let movie = TinyMovie.track { $0.moreTables = tableAtom("stss", [[1], [3]]) }
    #expect(try walk(movie.bytes).tracks.first?.syncSampleCount == 2)
  }

  @Test("rows may be fewer than their box has room for")
  func room() {
    let movie = TinyMovie.track {
      $0.replaced["stts"] = tableAtom("stts", count: 1, [[3, 9], [9, 9]])
    }
    #expect(fault(movie.bytes) == nil)
  }
}
