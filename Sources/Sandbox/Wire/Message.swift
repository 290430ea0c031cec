/// One message between the processes of a box: a head of fixed size, and a payload.
///
/// Little-endian: the bytes "CGBX", a version, a kind and the payload's length, which must be the
/// message's own. Descriptors travel beside it (SCM_RIGHTS).
struct Message: Sendable, Equatable {
  /// What the payload is.
  enum Kind: UInt16, Sendable {
    /// To the fork server: `ChildLimits`, with a channel and a watch.
    case start = 1
    /// From the fork server over the watch: the child's process number, 4 bytes.
    case started = 2
    /// From the fork server over the watch: `Ending`.
    case ended = 3
    /// To the fork server over the watch: the child is to be killed; its end is told.
    case stop = 4
    /// From the fork server, before all else: it can confine children.
    case ready = 5
    /// From the fork server, before it ends: it can't; `SystemError`, its number and its call.
    case unable = 6
    /// To a child: `Request`, with the movie and its outputs.
    case request = 16
    /// From a child, before all else: it is confined.
    case confined = 19
    /// From a child: how much is done, one Double.
    case progress = 17
    /// From a child: `Answer`.
    case answer = 18
  }

  static let version: UInt16 = 1
  static let headLength = 12
  /// The longest payload; the report on as many streams as a policy may allow (256) is shorter.
  static let longestPayload = 128 * 1024
  private static let magic: [UInt8] = Array("CGBX".utf8)

  var kind: Kind
  var payload: [UInt8]

  init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// - Returns: nil for anything that is not one whole message of this version.
  init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.headLength, bytes.starts(with: Self.magic) else { return nil }
    let numbers = Array(bytes.dropFirst(4).prefix(8))
    guard UInt16(littleEndian: numbers[0..<2]) == Self.version,
      let kind = Kind(rawValue: UInt16(littleEndian: numbers[2..<4])),
      Int(UInt32(littleEndian: numbers[4..<8])) == bytes.count - Self.headLength
    else { return nil }
    self.kind = kind
    payload = Array(bytes.dropFirst(Self.headLength))
  }

  var bytes: [UInt8] {
    Self.magic + Self.version.littleEndianBytes + kind.rawValue.littleEndianBytes
      + UInt32(truncatingIfNeeded: payload.count).littleEndianBytes + payload
  }
}

extension FixedWidthInteger {
  /// The number that its bytes, lowest first, stand for; as many as it has.
  init(littleEndian bytes: some Collection<UInt8>) {
    self = bytes.reversed().reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
  }

  var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
  }
}
