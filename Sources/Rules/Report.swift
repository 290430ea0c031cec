/// What processing did: the verdict, the plan, and what came out.
public struct Report: Codable, Sendable, Equatable {
  /// The name and version of the JSON document.
  public static let schema = "clipgate.report/1"

  /// Always `Report.schema`.
  public var schema: String
  /// The argument or label that the movie came with.
  public var name: String
  /// Whether there is no reason against it.
  public var accepted: Bool
  /// Every reason for a refusal; empty where it was accepted.
  @Listed public var reasons: [Reason]
  /// What is worth knowing and no reason to refuse.
  @Listed public var warnings: [Warning]
  /// What came in; nil where no movie was found.
  @Nullable public var facts: Facts?
  /// What was done and why; nil where it was refused before.
  @Nullable public var plan: Plan?
  /// The written movie; nil after a refusal.
  @Nullable public var output: OutputReport?
  /// The written poster; nil after a refusal, or where none was wanted.
  @Nullable public var poster: PosterReport?
  /// The time that it took.
  public var timing: Timing

  public init(
    verdict: Verdict, plan: Plan?, output: OutputReport?, poster: PosterReport?, timing: Timing
  ) {
    self.schema = Self.schema
    self.name = verdict.name
    self.accepted = verdict.accepted
    self.reasons = verdict.reasons
    self.warnings = verdict.warnings
    self.facts = verdict.facts
    self.plan = plan
    self.output = output
    self.poster = poster
    self.timing = timing
  }
}

/// The written movie.
public struct OutputReport: Codable, Sendable, Equatable {
  /// Where it was written; the caller fills it in, since the pipeline knows no names.
  @Nullable public var path: String?
  /// The size of the file.
  @Count public var bytes: Int64
  /// 64 hexadecimal digits.
  public var sha256: String
  /// The written file as measured, like a stranger's.
  public var facts: Facts

  public init(path: String?, bytes: Int64, sha256: String, facts: Facts) {
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
    self.facts = facts
  }
}

/// The written poster.
public struct PosterReport: Codable, Sendable, Equatable {
  /// Where it was written; the caller fills it in, since the pipeline knows no names.
  @Nullable public var path: String?
  /// The size of the file.
  @Count public var bytes: Int64
  /// In pixels.
  @Count public var width: Int
  /// In pixels.
  @Count public var height: Int
  /// When the picture is shown, counted from the start of the output.
  @Seconds public var time: Duration?
  /// Why this picture: "first", "first bright", "brightest" or "asked for".
  public var why: String

  public init(
    path: String?, bytes: Int64, width: Int, height: Int, time: Duration?, why: String
  ) {
    self.path = path
    self.bytes = bytes
    self.width = width
    self.height = height
    self.time = time
    self.why = why
  }
}
