/// The token that callers have to send (RFC 6750, 2.1).
struct BearerToken: Sendable {
  private let bytes: [UInt8]

  init(_ token: String) { bytes = Array(token.utf8) }

  /// Whether a request's only `Authorization` says it; how long that takes does not tell how much of
  /// it is right.
  func isSaid(by values: [String]) -> Bool {
    guard values.count == 1, let value = values.first else { return false }
    let scheme = "bearer "
    guard value.lowercased().hasPrefix(scheme) else { return false }
    let said = Array(value.utf8.dropFirst(scheme.utf8.count).drop { $0 == 0x20 })
    var difference = UInt8(said.count == bytes.count ? 0 : 1)
    for (index, byte) in said.enumerated() {
      difference |= byte ^ (bytes.isEmpty ? 0 : bytes[index % bytes.count])
    }
    return difference == 0
  }
}
