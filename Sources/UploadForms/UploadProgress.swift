/// How much of a body has been handed to the network.
public struct UploadProgress: Sendable, Equatable {
  /// Bytes of this try.
  public let sent: Int64
  /// Bytes of the body.
  public let total: Int64
  /// Which try it is, from 1 on; with the next one `sent` begins at 0 again.
  public let attempt: Int

  init(sent: Int64, total: Int64, attempt: Int) {
    self.sent = sent
    self.total = total
    self.attempt = attempt
  }

  /// From 0 to 1.
  public var share: Double { total > 0 ? min(1, Double(sent) / Double(total)) : 1 }
}
