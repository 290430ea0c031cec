/// Why a body is not taken: it is not what RFC 7578 says, or more than is allowed.
public struct MultipartError: Error, Equatable, Sendable {
  /// What kind of fault it is; more may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The type is not `multipart/form-data`, or has no boundary that RFC 2046, 5.1.1, allows.
    public static let badType = Self(rawValue: "bad_type")
    /// The body ended before its closing delimiter.
    public static let incomplete = Self(rawValue: "incomplete")
    /// A part's header is none: a line without a colon, a control character, a line end that is half.
    public static let badHeader = Self(rawValue: "bad_header")
    /// A part has no `Content-Disposition: form-data` with a name, or has two.
    public static let badDisposition = Self(rawValue: "bad_disposition")
    /// A part is made of parts, which RFC 7578, 4.3, does away with.
    public static let nested = Self(rawValue: "nested")
    /// There are more parts, header lines or bytes than allowed.
    public static let tooMuch = Self(rawValue: "too_much")
    /// The parser had an error before.
    public static let givenUp = Self(rawValue: "given_up")
  }

  /// What kind of fault it is.
  public let code: Code
  /// What was wrong, in words of ours; nothing of the body is in it.
  public let detail: String

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }
}
