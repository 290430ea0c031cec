/// A duration that is written as a number of seconds with at most six decimals, or as `null`.
@propertyWrapper
public struct Seconds: Codable, Sendable, Equatable {
  public var wrappedValue: Duration?

  public init(wrappedValue: Duration?) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      wrappedValue = nil
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
    if let wrappedValue {
      try container.encode(wrappedValue.printedSeconds)
    } else {
      try container.encodeNil()
    }
  }
}

extension Duration {
  /// The duration in whole microseconds, rounded to the nearest, half away from zero.
  public var roundedMicroseconds: Int64 {
    let (seconds, attoseconds) = components
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
