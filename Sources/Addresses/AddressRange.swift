/// Addresses that begin alike, as "10.0.0.0/8" (RFC 4632, 3.1).
package struct AddressRange: Sendable, Hashable {
  private let first: IPAddress
  /// How many bits, from the first of 128 on, are the same.
  private let bits: Int

  /// Reads an address, which is a range of one, or an address and a count of bits behind a slash.
  ///
  /// Bits behind the count have to be 0, so that a slip of the pen trusts nobody.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = IPAddress(parts[0]) else { return nil }
    // Of an address with a colon the count is of 128, be it IPv4 or not.
    let before = parts[0].utf8.contains(UInt8(ascii: ":")) ? 0 : 96
    var bits = 128
    if parts.count == 2 {
      guard (1...3).contains(parts[1].utf8.count),
        parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(parts[1]),
        before + count <= 128
      else { return nil }
      bits = before + count
    }
    guard Self.cut(first, to: bits) == first else { return nil }
    self.first = first
    self.bits = bits
  }

  /// Whether an address is one of them.
  package func contains(_ address: IPAddress) -> Bool { Self.cut(address, to: bits) == first }

  private static func cut(_ address: IPAddress, to bits: Int) -> IPAddress {
    // Swift's smart shifts make 0 of a shift by 64.
    IPAddress(
      high: address.high & (bits >= 64 ? .max : ~(UInt64.max >> UInt64(bits))),
      low: address.low & (bits <= 64 ? 0 : ~(UInt64.max >> UInt64(bits - 64))))
  }
}
