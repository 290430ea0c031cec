/// That we could not tell or could not do: reading failed, writing failed, or a fault of ours.
public struct IngestError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it was.
  public struct Code: RawRepresentable, Sendable, Hashable {
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
