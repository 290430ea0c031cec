public import Multipart

/// Why a form could not be sent, or has no answer; a server's refusal is an answer and no error.
public struct UploadError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of fault it is; more may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The form can't be sent; `form` has why.
    public static let badForm = Self(rawValue: "bad_form")
    /// The address is no `http` or `https` URL with a host, or has a user in it.
    public static let badURL = Self(rawValue: "bad_url")
    /// A header can't carry a value: a token with blanks, a name with a colon.
    public static let badHeader = Self(rawValue: "bad_header")
    /// A file can't be read, or is none.
    public static let unreadable = Self(rawValue: "unreadable")
    /// A file has another size than when it was added.
    public static let changed = Self(rawValue: "changed")
    /// The body can't be laid down on disk.
    public static let unwritable = Self(rawValue: "unwritable")
    /// No server answers, however often it was tried.
    public static let unreachable = Self(rawValue: "unreachable")
    /// The answer is longer than is taken.
    public static let answerTooLong = Self(rawValue: "answer_too_long")
    /// The task that sends was cancelled.
    public static let cancelled = Self(rawValue: "cancelled")
  }

  /// What kind of fault it is.
  public let code: Code
  /// What went wrong, in words of ours or the system's; no path, key or text of a user.
  public let detail: String
  /// Why the form can't be sent, for `badForm`.
  public let form: MultipartError?

  public var description: String { "\(code.rawValue): \(detail)" }

  /// The task that sends was cancelled.
  package static let cancelled = UploadError(.cancelled, "the upload was cancelled")

  package init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
    form = nil
  }

  init(_ error: MultipartError) {
    code = .badForm
    detail = error.detail
    form = error
  }

  /// What a call to the system answered.
  package init(_ code: Code, errno number: Int32) { self.init(code, SystemText.of(number)) }
}
