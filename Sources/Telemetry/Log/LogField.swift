package import FoundationEssentials

/// One thing that a log line tells, under a name that stands in the source.
///
/// There is no field for what a client said: names, messages and headers are personal data, and a log
/// is kept where nobody looks after them.
package struct LogField: Sendable {
  let key: StaticString
  let value: Value

  enum Value: Sendable {
    case string(String)
    case number(String)
    case flag(Bool)
  }

  /// An id of ours.
  package static func id(_ key: StaticString, _ id: UUID) -> LogField {
    LogField(key: key, value: .string(id.uuidString.lowercased()))
  }

  /// A stable code, as `duration.too_long`; what is none is told as `invalid`.
  ///
  /// Codes may come from a child that a movie has taken over.
  package static func code(_ key: StaticString, _ code: String) -> LogField {
    LogField(key: key, value: .string(isCode(code) ? code : "invalid"))
  }

  /// A count, a size in bytes, a status, a process.
  package static func count(_ key: StaticString, _ count: some BinaryInteger) -> LogField {
    LogField(key: key, value: .number(String(count)))
  }

  /// A time that something took, in seconds with six decimals.
  package static func duration(_ key: StaticString, _ duration: Duration) -> LogField {
    let microseconds = Int64(clamping: duration.rounded(to: .microseconds(1)))
    let sign = microseconds < 0 ? "-" : ""
    let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let decimals = String(rest + 1_000_000).dropFirst()
    return LogField(key: key, value: .number("\(sign)\(seconds).\(decimals)"))
  }

  package static func flag(_ key: StaticString, _ flag: Bool) -> LogField {
    LogField(key: key, value: .flag(flag))
  }

  /// What the system or a library of ours says of a failure: its call, and its words for it.
  ///
  /// Escaped whatever it holds, and cut after 500 bytes.
  package static func failure(_ key: StaticString, _ description: String) -> LogField {
    LogField(key: key, value: .string(cut(description)))
  }

  /// The same in the bytes of a C library; what is no UTF-8 becomes U+FFFD.
  package static func failure(_ key: StaticString, bytes: some Collection<UInt8>) -> LogField {
    failure(key, String(decoding: bytes, as: UTF8.self))
  }

  private static func isCode(_ code: String) -> Bool {
    (1...64).contains(code.utf8.count)
      && code.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static let longestText = 500

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    var cut = ""
    for scalar in text.unicodeScalars {
      guard cut.utf8.count + UTF8.width(scalar) <= longestText else { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }
}

extension Duration {
  /// How many times a part fits into it, rounded to the nearest.
  fileprivate func rounded(to part: Duration) -> Int128 {
    let whole =
      Int128(components.seconds) * 1_000_000_000_000_000_000
      + Int128(components.attoseconds)
    let size = Int128(part.components.attoseconds)
    return (whole + (whole < 0 ? -size : size) / 2) / size
  }
}
