/// A duration that is written as a number of seconds with at most six decimals, or as `null`.
///
/// That is the form of the documents. Between two processes of one run every attosecond counts:
/// there `Seconds.exact` chooses the exact form.
@propertyWrapper
public struct Seconds: Codable, Sendable, Equatable {
  /// Set to `true` in the `userInfo` of an encoder and of the decoder that reads what it wrote, for
  /// durations to cross exactly.
  ///
  /// They then have Swift's own form, the two halves of a count of attoseconds in 128 bits. Those
  /// are read whose whole seconds fit in 64 bits, which is 292 billion years either way, so that no
  /// sum of a few can overflow.
  public static let exact: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "clipgate.seconds.exact") else {
      // The initialiser is failable since its protocol's is; no text makes it fail.
      preconditionFailure("a key of userInfo takes every text")
    }
    return key
  }()

  public var wrappedValue: Duration?

  public init(wrappedValue: Duration?) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      wrappedValue = nil
    } else if decoder.userInfo[Self.exact] as? Bool == true {
      let value = try container.decode(Duration.self)
      guard value >= .shortestTold, value <= .longestTold else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "duration out of range")
      }
      wrappedValue = value
    } else {
      let value = try container.decode(Double.self)
      guard value.isFinite, value.magnitude < 1e9 else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "seconds out of range")
      }
      wrappedValue = .microseconds(Int64((value * 1_000_000).rounded()))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let wrappedValue else { return try container.encodeNil() }
    if encoder.userInfo[Self.exact] as? Bool == true {
      try container.encode(wrappedValue)
    } else {
      try container.encode(wrappedValue.printedSeconds)
    }
  }
}

extension KeyedEncodingContainer {
  /// Writes a duration as `Seconds` does.
  mutating func encode(seconds duration: Duration, forKey key: Key) throws {
    try encode(Seconds(wrappedValue: duration), forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Reads a duration as `Seconds` does, and refuses `null`.
  func decodeSeconds(forKey key: Key) throws -> Duration {
    guard let duration = try decode(Seconds.self, forKey: key).wrappedValue else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "a duration is missing")
    }
    return duration
  }
}

extension Duration {
  /// The duration in whole microseconds, rounded to the nearest, half away from zero.
  public var roundedMicroseconds: Int64 {
    let (seconds, attoseconds) = toldComponents
    let half: Int64 = attoseconds < 0 ? -500_000_000_000 : 500_000_000_000
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = whole.addingReportingOverflow((attoseconds + half) / 1_000_000_000_000)
    guard !carried else { return seconds < 0 ? .min : .max }
    return sum
  }

  /// The duration as seconds with at most six decimals; for printing only.
  public var printedSeconds: Double { Double(roundedMicroseconds) / 1_000_000 }
}
