/// That bytes which should be H.264 are not.
public struct H264Error: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong with them.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The bytes end inside something that announced more.
    public static let truncated = Self(rawValue: "truncated")
    /// A byte stream does not begin with a start code.
    public static let unframed = Self(rawValue: "unframed")
    /// A NAL unit is empty or has its forbidden bit set.
    public static let unit = Self(rawValue: "unit")
    /// The size of a NAL unit's length field is not 1, 2 or 4.
    public static let lengthSize = Self(rawValue: "length_size")
    /// A decoder configuration's version is not 1.
    public static let version = Self(rawValue: "version")
    /// Parameter sets are missing, of another kind, too many or too long.
    public static let parameterSets = Self(rawValue: "parameter_sets")
    /// A parameter set has a number outside what is taken, or bytes that are no part of it.
    public static let value = Self(rawValue: "value")
    /// A NAL unit is too long for a 32-bit length.
    public static let tooLarge = Self(rawValue: "too_large")
  }

  /// What is wrong.
  public var code: Code

  public init(_ code: Code) { self.code = code }

  /// One line without paths or user text.
  public var description: String { "h264: \(code.rawValue)" }
}
