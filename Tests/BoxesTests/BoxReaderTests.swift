import Boxes
import Testing

@Suite("Reading a file")
struct BoxReaderTests {
  private struct Failure: Error {}

  private func fault(_ reader: BoxReader) -> BoxFault? {
    do {
      _ = try MovieStructure.walk(reader)
      return nil
    } catch {
      return error
    }
  }

  @Test("a reader that fails makes the file unreadable")
  func failing() {
    let reader = BoxReader(size: 100) { _, _ in throw Failure() }
    #expect(fault(reader)?.code == .unreadable)
  }

  @Test("a file that changes its length while it is read is unreadable", arguments: [-1, 1])
  func changing(by difference: Int) {
    let reader = BoxReader(size: 100) { _, count in zeros(count + difference) }
    #expect(fault(reader)?.code == .unreadable)
  }

  @Test("a reader that fails within a table makes the file unreadable")
  func failingLate() {
    let movie = TinyMovie.track {
      $0.replaced["stsz"] = atom("stsz", bytes32(0, 0, 3, 10, 20, 30), zeros(100_000))
    }
    let bytes = movie.bytes
    let whole = BoxReader(bytes: bytes)
    var reads = 0
    let counting = BoxReader(size: whole.size) { offset, count in
      reads += 1
      return Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + count)])
    }
    #expect(fault(counting) == nil)
    for limit in 0..<reads {
      var left = limit
      let failing = BoxReader(size: whole.size) { offset, count in
        left -= 1
        if left < 0 { throw Failure() }
        return Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + count)])
      }
      #expect(fault(failing)?.code == .unreadable)
    }
  }

  @Test("no read goes past the end of the file or asks for more than 16 KiB")
  func pieces() {
    let count = 100_000
    let movie = TinyMovie.track {
      $0.sizes = [UInt32](repeating: 1, count: count)
      $0.chunks = [UInt32](repeating: 1, count: count)
      $0.durations = [[UInt32(count), 1]]
    }
    let bytes = movie.bytes
    var largest = 0
    var total = 0
    let reader = BoxReader(size: UInt64(bytes.count)) { offset, count in
      largest = max(largest, count)
      total += count
      return Array(bytes[Int(offset)..<Int(offset) + count])
    }
    #expect(fault(reader) == nil)
    #expect(largest <= 16_384)
    // Every table is read once and a little around it.
    #expect(total < bytes.count * 11 / 10)
  }

  @Test("the same is told of a file that is larger than its media needs to be in memory")
  func large() throws {
    // 64 GiB of media, of which the walk reads nothing.
    let gap: UInt64 = 1 << 36
    let brand = TinyMovie().brand
    let index = TinyMovie().index(mediaAt: 40)
    let media = bytes32(1) + Array("mdat".utf8) + bytes64(gap)
    let head = brand + media
    let tail = UInt64(brand.count) + gap
    let reader = BoxReader(size: tail + UInt64(index.count)) { offset, count in
      if offset >= tail { return Array(index[Int(offset - tail)...].prefix(count)) }
      let start = Array(head.dropFirst(Int(offset)).prefix(count))
      return start + zeros(count - start.count)
    }
    #expect(try MovieStructure.walk(reader).tracks.first?.sampleCount == 3)
  }

  @Test("a fault is printed with its place and nothing of the file's text")
  func description() {
    let found = TinyMovie.track { $0.replaced["stts"] = tableAtom("stts", [[4, 1]]) }
    let offset = found.bytes.firstRange(of: Array("stts".utf8))?.lowerBound ?? 0
    #expect(
      "\(Boxes.BoxFault(.corrupt, offset: UInt64(offset - 4), box: "stts", detail: "why"))"
        == "corrupt: box stts at byte \(offset - 4): why")
    #expect(
      BoxFault(.notAMovie, offset: 7, box: "", detail: "why").description
        == "not a movie: byte 7: why")
  }
}
