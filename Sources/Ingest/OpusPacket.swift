internal import FFmpeg

/// How much sound an Opus packet holds, by its first bytes (RFC 6716, 3.1 and 3.2).
enum OpusPacket {
  /// Samples of one channel at 48 kHz; 0 for a packet that breaks the format.
  static func samples(_ packet: borrowing Packet) -> Int {
    // Lent for two bytes.
    let head = unsafe packet.withBytes { unsafe Array($0.prefix(2)) }
    guard let contents = head.first else { return 0 }
    let configuration = Int(contents >> 3)
    // Frame lengths in 2.5 ms, which are 120 samples.
    let length: Int
    switch configuration {
    case 0..<12: length = [4, 8, 16, 24][configuration % 4]
    case 12..<16: length = [4, 8][configuration % 2]
    default: length = [1, 2, 4, 8][configuration % 4]
    }
    let count: Int
    switch contents & 3 {
    case 0: count = 1
    case 1, 2: count = 2
    default: count = head.count > 1 ? Int(head[1] & 0x3F) : 0
    }
    // No packet may hold more than 120 ms.
    return min(count * length, 48) * 120
  }
}
