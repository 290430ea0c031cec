internal import Glibc

/// An IPv4 or IPv6 address, without a port and without a zone.
///
/// IPv4 is kept as IPv6 has it, `::ffff:192.0.2.1` (RFC 4291, 2.5.5.2), and is the same address in both forms.
package struct IPAddress: Sendable, Hashable {
  /// The 16 bytes, the first in the highest bits.
  let high: UInt64, low: UInt64

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads a numeric address.
  ///
  /// - Parameter text: as "192.0.2.1" or "2001:db8::1"; no name, no brackets, no blanks.
  package init?(_ text: some StringProtocol) {
    // What is longer is none, and what has a NUL would be read up to it.
    guard text.utf8.count < 46, !text.utf8.contains(0) else { return nil }
    let text = String(text)
    if text.utf8.contains(UInt8(ascii: ":")) {
      var bytes = [UInt8](repeating: 0, count: 16)
      // The bytes are lent for the call, which fills all of them.
      guard unsafe inet_pton(AF_INET6, text, &bytes) == 1 else { return nil }
      self.init(high: Self.number(bytes[..<8]), low: Self.number(bytes[8...]))
    } else {
      var bytes = [UInt8](repeating: 0, count: 4)
      // The bytes are lent for the call, which fills all of them.
      guard unsafe inet_pton(AF_INET, text, &bytes) == 1 else { return nil }
      self.init(high: 0, low: Self.mappedPrefix | Self.number(bytes[...]))
    }
  }

  /// Whether it is IPv4, in either form.
  package var isIPv4: Bool { high == 0 && low >> 32 == Self.mappedPrefix >> 32 }

  /// Whether only this machine has it: 127.0.0.0/8 (RFC 1122, 3.2.1.3) and `::1`.
  package var isLoopback: Bool {
    isIPv4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1
  }

  /// What one subscriber has, as a rule: an IPv4 address, or the /64 of an IPv6 address, in which a
  /// machine may call itself by any of 2^64 (RFC 4291, 2.5.1).
  package var subscriber: IPAddress { isIPv4 ? self : IPAddress(high: high, low: 0) }

  private static let mappedPrefix: UInt64 = 0xFFFF_0000_0000

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension IPAddress {
  /// As people write it: "192.0.2.1" or "2001:db8::1" (RFC 5952).
  package var text: String {
    if isIPv4 { return (0..<4).map { "\((low >> (24 - 8 * $0)) & 0xFF)" }.joined(separator: ".") }
    var bytes = (0..<16).map { place in
      UInt8(truncatingIfNeeded: (place < 8 ? high : low) >> UInt64(56 - 8 * (place % 8)))
    }
    var text = [CChar](repeating: 0, count: 46)
    // Both are lent for the call, which writes a string of at most 46 bytes.
    guard unsafe inet_ntop(AF_INET6, &bytes, &text, 46) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
