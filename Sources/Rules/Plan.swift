/// What processing would do with a movie, and why.
public struct Plan: Codable, Sendable, Equatable {
  public enum Action: String, Codable, Sendable {
    case copy, remux, encode
  }

  public var action: Action
  /// Short phrases, as "HDR" or "over 640×360".
  public var reasons: [String]
  /// About how many bytes the output will have; pictures differ, so it may be several times less.
  @Nullable public var predictedBytes: Int64?

  public init(action: Action, reasons: [String], predictedBytes: Int64? = nil) {
    self.action = action
    self.reasons = reasons
    self.predictedBytes = predictedBytes
  }

  enum CodingKeys: String, CodingKey {
    case action, reasons
    case predictedBytes = "predicted_bytes"
  }
}
