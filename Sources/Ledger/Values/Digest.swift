/// A SHA-256, as 64 lower-case hexadecimal digits.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// The 64 digits.
  package let description: String

  /// Reads the digits; nil for anything but 64 of `0-9` and `a-f`.
  package init?(_ digits: String) {
    guard digits.utf8.count == 64,
      digits.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    description = digits
  }

  /// Writes bytes as digits; nil for anything but 32 bytes.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    description = String(decoding: text, as: UTF8.self)
  }
}
