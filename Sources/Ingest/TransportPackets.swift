internal import Rules

/// The packets of a transport stream as they lie in a file (ISO/IEC 13818-1, 2.4.3.2).
struct TransportPackets {
  /// The sizes of packets: plain, with a time before each, and with a code behind it to correct errors.
  private static let sizes = [188, 192, 204]
  private static let sync: UInt8 = 0x47
  /// How many packets tell their size.
  private static let certain = 5

  /// Bytes of a packet itself.
  private static let length = 188

  let file: InputFile

  /// Reads all packets, each with the place of its first byte.
  func forEach(
    within budget: inout Budget, _ body: (ArraySlice<UInt8>, Int64) throws -> Void
  ) throws {
    let head = try file.read(at: 0, count: min(16_384, Int(clamping: file.size)))
    guard let (start, size) = Self.grid(head) else { return }
    let chunk = size * 512
    var place = Int64(start)
    while place + Int64(Self.length) <= file.size {
      try budget.check()
      let bytes = try file.read(at: place, count: chunk)
      var offset = 0
      while offset + Self.length <= bytes.count {
        guard bytes[offset] == Self.sync else {
          // Bytes are missing or too many: on to where packets begin again.
          offset += 1
          while offset + size < bytes.count,
            bytes[offset] != Self.sync || bytes[offset + size] != Self.sync
          { offset += 1 }
          if offset + size >= bytes.count { break }
          continue
        }
        try body(bytes[offset..<offset + Self.length], place + Int64(offset))
        offset += size
      }
      place += Int64(max(offset, 1))
    }
  }

  /// Which stream a packet belongs to.
  static func identifier(_ packet: ArraySlice<UInt8>) -> Int {
    Int(packet[packet.startIndex + 1] & 0x1F) << 8 | Int(packet[packet.startIndex + 2])
  }

  /// What a packet bears behind its header and the fields that may follow that, as its clock.
  static func payload(_ packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let hasFields = packet[packet.startIndex + 3] & 0x20 != 0
    let fields = hasFields ? min(184, 1 + Int(packet[packet.startIndex + 4])) : 0
    return packet.dropFirst(4 + fields)
  }

  /// Where the first packet is and how far they are apart; nil where none are found.
  private static func grid(_ head: [UInt8]) -> (start: Int, size: Int)? {
    for start in head.indices where head[start] == sync {
      for size in sizes {
        let places = (1...certain).map { start + $0 * size }.filter { $0 < head.count }
        // Of a very short file what there is must do.
        if places.count >= min(certain, (head.count - start - 1) / size), !places.isEmpty,
          places.allSatisfy({ head[$0] == sync })
        {
          return (start, size)
        }
      }
    }
    return nil
  }
}
