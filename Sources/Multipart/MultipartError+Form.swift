// Why a form can't be sent.
extension MultipartError.Code {
  /// A field's or a file's name has a character that no header can carry, or a field has no name.
  public static let badName = Self(rawValue: "bad_name")
  /// A file's type is none (RFC 9110, 8.3.1).
  public static let badContentType = Self(rawValue: "bad_content_type")
  /// A length below 0, or more bytes in all than can be counted.
  public static let badLength = Self(rawValue: "bad_length")
  /// The boundary stands in a text.
  public static let conflict = Self(rawValue: "conflict")
}
