/// What processing would do with a movie, and why.
public struct Plan: Codable, Sendable, Equatable {
  /// What is done with pictures and sound.
  ///
  /// `copy` keeps both as they are, `remux` keeps the pictures and encodes the sound, `encode`
  /// makes both anew.
  public enum Action: String, Codable, Sendable {
    case copy, remux, encode
  }

  /// What would be done.
  public var action: Action
  /// Short phrases, as "HDR" or "over 640×360".
  @Listed public var reasons: [String]
  /// About how many bytes the output will have; pictures differ, so it may be several times less.
  @Nullable public var predictedBytes: Int64?
  /// About how long processing will take, where nothing else keeps the machine busy: most movies take
  /// between half and twice of it.
  @Seconds public var predictedSeconds: Duration?

  public init(
    action: Action, reasons: [String], predictedBytes: Int64? = nil,
    predictedSeconds: Duration? = nil
  ) {
    self.action = action
    self.reasons = reasons
    self.predictedBytes = predictedBytes
    self.predictedSeconds = predictedSeconds
  }

  enum CodingKeys: String, CodingKey {
    case action, reasons
    case predictedBytes = "predicted_bytes"
    case predictedSeconds = "predicted_seconds"
  }
}
