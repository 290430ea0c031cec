/// Bytes that libav reads in the place of those that are in the file, as many as they are.
///
/// For what a container says in a way that libav does not take: said in another way it does.
public struct Replacement: Sendable, Equatable {
  /// Where in the file they stand.
  public var offset: Int64
  public var bytes: [UInt8]

  public init(offset: Int64, bytes: [UInt8]) {
    self.offset = offset
    self.bytes = bytes
  }

  /// Puts them into what was read from `position` on, as far as they lie there.
  func apply(to read: UnsafeMutableBufferPointer<UInt8>, from position: Int64) {
    let common = (offset..<offset + Int64(bytes.count)).clamped(
      to: position..<position + Int64(read.count))
    for place in common { unsafe read[Int(place - position)] = bytes[Int(place - offset)] }
  }
}
