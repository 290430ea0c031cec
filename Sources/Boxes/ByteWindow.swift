/// A piece of the file in memory, which moves to where it is asked to read.
///
/// Boxes that lie close together cost one read, and memory stays at one piece.
struct ByteWindow {
  let reader: BoxReader
  private let capacity: UInt64
  private var start: UInt64 = 0
  private var bytes: [UInt8] = []

  init(_ reader: BoxReader, capacity: Int) {
    self.reader = reader
    self.capacity = UInt64(capacity)
  }

  /// The big-endian number of `width` bytes at `offset`, all of which must lie in the file.
  mutating func number(at offset: UInt64, width: Int) throws(BoxFault) -> UInt64 {
    if offset < start || offset - start + UInt64(width) > UInt64(bytes.count) {
      try move(to: offset)
    }
    let first = Int(offset - start)
    var number: UInt64 = 0
    for index in first..<first + width {
      number = number << 8 | UInt64(bytes[index])
    }
    return number
  }

  private mutating func move(to offset: UInt64) throws(BoxFault) {
    let count = Int(min(capacity, reader.size - offset))
    do {
      bytes = try reader.read(offset, count)
    } catch {
      throw BoxFault(.unreadable, offset: offset, box: "", detail: "the reader failed")
    }
    // A file that changes while it is read would make every check so far worthless.
    guard bytes.count == count else {
      throw BoxFault(.unreadable, offset: offset, box: "", detail: "the file changed its length")
    }
    start = offset
  }
}
