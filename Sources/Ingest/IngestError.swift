/// That we could not tell or could not do: reading failed, writing failed, or a fault of ours.
///
/// It can be coded, since the work may be done by another process than the one that is asked for it.
public struct IngestError: Error, Codable, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it was.
  public struct Code: RawRepresentable, Codable, Sendable, Hashable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The input could not be read.
    public static let unreadable = Self(rawValue: "unreadable")
    /// The output could not be written.
    public static let unwritable = Self(rawValue: "unwritable")
    /// The device has no room for the output.
    public static let diskFull = Self(rawValue: "disk_full")
    /// The work was interrupted.
    public static let interrupted = Self(rawValue: "interrupted")
    /// Something is wrong with this program or its libraries.
    public static let fault = Self(rawValue: "fault")
  }

  /// What kind of failure it was.
  public var code: Code
  /// The call that failed, as "pread" or "avcodec_open2".
  public var call: String
  /// The library's or system's number for the failure.
  public var number: Int32

  public init(code: Code, call: String, number: Int32 = 0) {
    self.code = code
    self.call = call
    self.number = number
  }

  /// One line without paths or user text.
  public var description: String { "\(code.rawValue): \(call) failed (\(number))" }
}

extension IngestError {
  /// The most letters of a code or a call that are read.
  private static let longestText = 1_000

  /// Reads an error that another process told.
  ///
  /// - Throws: `DecodingError` where a text is not one line of printable ASCII, as all are that are
  ///   made here: the description goes to terminals and logs as it is.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    code = try values.decode(Code.self, forKey: .code)
    call = try values.decode(String.self, forKey: .call)
    number = try values.decode(Int32.self, forKey: .number)
    for (text, key) in [(code.rawValue, CodingKeys.code), (call, .call)] {
      guard (1...Self.longestText).contains(text.utf8.count),
        text.utf8.allSatisfy((UInt8(ascii: " ")...UInt8(ascii: "~")).contains)
      else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "not a line that is safe to print")
      }
    }
  }
}
