internal import FoundationEssentials

/// The token that callers have to send (RFC 6750, 2.1).
struct BearerToken: Sendable {
  private let bytes: [UInt8]

  init(_ token: String) { bytes = Array(token.utf8) }

  /// Whether a request's only `Authorization` says it.
  func isSaid(by values: [String]) -> Bool {
    guard let said = Self.credentials(in: values, scheme: "bearer ") else { return false }
    return isEqual(to: said)
  }

  /// Whether a request's only `Authorization` has it as the password of anybody (RFC 7617, 2).
  func isPassword(in values: [String]) -> Bool {
    guard let said = Self.credentials(in: values, scheme: "basic "),
      let pair = Data(base64Encoded: String(decoding: said, as: UTF8.self)),
      let colon = pair.firstIndex(of: UInt8(ascii: ":"))
    else { return false }
    return isEqual(to: Array(pair[(colon + 1)...]))
  }

  private static func credentials(in values: [String], scheme: String) -> [UInt8]? {
    guard values.count == 1, let value = values.first, value.lowercased().hasPrefix(scheme)
    else { return nil }
    return Array(value.utf8.dropFirst(scheme.utf8.count).drop { $0 == 0x20 })
  }

  /// How long this takes does not tell how much of what was said is right.
  private func isEqual(to said: [UInt8]) -> Bool {
    var difference = UInt8(said.count == bytes.count ? 0 : 1)
    for (index, byte) in said.enumerated() {
      difference |= byte ^ (bytes.isEmpty ? 0 : bytes[index % bytes.count])
    }
    return difference == 0
  }
}
