/// The messages of a supplemental enhancement information unit (ISO/IEC 14496-10, 7.3.2.3).
struct SupplementalMessages: Equatable {
  /// One `sei_message`.
  struct Message: Equatable {
    /// `payloadType` (D.1).
    var type: Int
    /// The message as it stood, from its type to its last byte, emulation prevention removed.
    var bytes: [UInt8]

    /// Whether it is there for people or applications rather than for decoding and display:
    /// registered (4) and unregistered (5) user data, which hold encoder banners, captions and
    /// whatever a phone likes to say; and filler (3), which ISO/IEC 14496-15, 5.3.2 keeps out of
    /// files.
    var isUserData: Bool { (3...5).contains(type) }
  }

  /// `nal_unit_header`.
  var header: UInt8
  var messages: [Message]

  /// Reads the messages of a whole unit.
  init(unit: [UInt8]) throws(H264Error) {
    guard let header = unit.first else { throw H264Error(.unit) }
    self.header = header
    messages = []
    let bytes = EmulationPrevention.removed(from: unit.dropFirst())
    // Messages are whole bytes, so the trailing bits are one byte: a one and seven zeros.
    guard let last = bytes.lastIndex(where: { $0 != 0 }), bytes[last] == 0x80, last > 0 else {
      throw H264Error(.message)
    }
    var rest = bytes[..<last]
    while !rest.isEmpty {
      let start = rest.startIndex
      let type = try Self.number(&rest)
      let size = try Self.number(&rest)
      guard size <= rest.count else { throw H264Error(.message) }
      rest = rest.dropFirst(size)
      messages.append(Message(type: type, bytes: Array(bytes[start..<rest.startIndex])))
    }
  }

  /// The unit again, or nil where no message is left.
  var unit: [UInt8]? {
    guard !messages.isEmpty else { return nil }
    return [header] + EmulationPrevention.added(to: messages.flatMap(\.bytes) + [0x80])
  }

  /// A number in SEI's own form: 255 as often as it goes, then the rest.
  private static func number(_ rest: inout ArraySlice<UInt8>) throws(H264Error) -> Int {
    var sum = 0
    while let byte = rest.popFirst() {
      sum += Int(byte)  // at most 255 a byte of an array: it cannot overflow
      if byte != 0xFF { return sum }
    }
    throw H264Error(.message)
  }
}
