/// That we could not tell or could not do: reading failed, writing failed, or a fault of ours.
public struct IngestError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it was.
  public enum Code: String, Sendable {
    /// The input could not be read.
    case unreadable
    /// The output could not be written.
    case unwritable
    /// The device has no room for the output.
    case diskFull = "disk_full"
    /// The work was interrupted.
    case interrupted
    /// Something is wrong with this program or its libraries.
    case fault
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
