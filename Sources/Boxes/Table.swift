/// The rows of a table box, read in pieces from first to last.
struct Table {
  /// How many rows its header says it has; they fit into the box.
  let count: UInt64
  let box: Box
  private let firstRow: UInt64
  private let rowWidth: UInt64
  private var window: ByteWindow
  private var rowsRead: UInt64 = 0

  /// Rows of `rowWidth` bytes, `count` of them, that start `offset` bytes into the box's contents.
  ///
  /// - Throws: `.corrupt` where the rows do not fit into the box, `.tooComplex` where they are more
  ///   than a walk reads.
  init(
    _ box: Box, count: UInt64, at offset: UInt64, rowWidth: UInt64, reader: BoxReader,
    limits: inout WalkLimits
  ) throws(BoxFault) {
    // Counts have 32 bits and rows at most 20 bytes: the product fits.
    guard count * rowWidth <= box.length - offset else {
      throw box.fault(.corrupt, "its rows do not fit into it")
    }
    try limits.countRows(count, of: box)
    self.box = box
    self.count = count
    self.firstRow = box.contents + offset
    self.rowWidth = rowWidth
    self.window = ByteWindow(reader, capacity: Int(min(16_384, count * rowWidth)))
  }

  /// Goes on to the next row, after which its fields can be read; false after the last.
  mutating func next() -> Bool {
    guard rowsRead < count else { return false }
    rowsRead += 1
    return true
  }

  /// The unsigned number of `width` bytes that stands `offset` bytes into the current row.
  mutating func field(at offset: UInt64, width: Int = 4) throws(BoxFault) -> UInt64 {
    try window.number(at: firstRow + (rowsRead - 1) * rowWidth + offset, width: width)
  }
}
