/// What processing did: the verdict, the plan, and what came out.
public struct Report: Codable, Sendable, Equatable {
  public static let schema = "clipgate.report/1"

  public var schema: String
  public var name: String
  public var accepted: Bool
  public var reasons: [Reason]
  public var warnings: [Warning]
  @Nullable public var facts: Facts?
  @Nullable public var plan: Plan?
  @Nullable public var output: OutputReport?
  @Nullable public var poster: PosterReport?
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
  @Nullable public var path: String?
  public var bytes: Int64
  /// 64 hexadecimal digits.
  public var sha256: String
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
  @Nullable public var path: String?
  public var bytes: Int64
  public var width: Int
  public var height: Int
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

/// The time that processing took.
public struct Timing: Codable, Sendable, Equatable {
  @Seconds public var wall: Duration?
  /// User and system time of the process.
  @Seconds public var cpu: Duration?

  public init(wall: Duration?, cpu: Duration?) {
    self.wall = wall
    self.cpu = cpu
  }
}
