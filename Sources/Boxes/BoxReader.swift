/// The bytes of a file, asked for piece by piece.
///
/// The walk never holds a whole file: it asks for headers and for tables in pieces of at most
/// 16 KiB. The closure is the only door to the outside, so that this module needs no file API.
public struct BoxReader {
  /// The length of the file in bytes; every box and every sample is measured against it.
  public let size: UInt64

  /// Answers `count` bytes from `offset` on, fewer only where the file ends.
  let read: (_ offset: UInt64, _ count: Int) throws -> [UInt8]

  /// A reader over something that can be read at any place, such as `pread` on a descriptor.
  ///
  /// An error that `read` throws, or an answer of the wrong length, ends the walk as
  /// `BoxFault.Code.unreadable`.
  public init(size: UInt64, read: @escaping (_ offset: UInt64, _ count: Int) throws -> [UInt8]) {
    self.size = size
    self.read = read
  }

  /// A reader over bytes that are in memory already.
  public init(bytes: [UInt8]) {
    self.init(size: UInt64(bytes.count)) { offset, count in
      let start = Int(min(offset, UInt64(bytes.count)))
      return Array(bytes[start..<min(bytes.count, start + count)])
    }
  }
}
