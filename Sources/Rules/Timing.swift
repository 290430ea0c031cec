/// The time that processing took.
public struct Timing: Codable, Sendable, Equatable {
  /// Time that passed.
  @Seconds public var wall: Duration?
  /// User and system time of the process.
  @Seconds public var cpu: Duration?
  /// What that was spent on; nil where that was not told.
  @Nullable public var stages: StageTimes?

  public init(wall: Duration?, cpu: Duration?, stages: StageTimes? = nil) {
    self.wall = wall
    self.cpu = cpu
    self.stages = stages
  }

  /// Reads reports of before there were stages, too.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    _wall = try container.decode(Seconds.self, forKey: .wall)
    _cpu = try container.decode(Seconds.self, forKey: .cpu)
    _stages =
      try container.decodeIfPresent(Nullable<StageTimes>.self, forKey: .stages)
      ?? Nullable(wrappedValue: nil)
  }
}

/// How long each part of a movie's way took, by the wall, on the one thread that it goes on; nothing is
/// counted twice.
public struct StageTimes: Codable, Sendable, Equatable {
  /// Every packet read, and the first key frame decoded.
  @Seconds public var probe: Duration?
  /// Packets read again for what is made of them.
  @Seconds public var read: Duration?
  /// Pictures decoded.
  @Seconds public var decode: Duration?
  /// Pictures scaled, turned, deinterlaced and tone-mapped.
  @Seconds public var scale: Duration?
  /// Pictures encoded.
  @Seconds public var encode: Duration?
  /// Sound decoded, resampled and encoded.
  @Seconds public var sound: Duration?
  /// The poster chosen and written.
  @Seconds public var poster: Duration?
  /// The file put together and written.
  @Seconds public var write: Duration?
  /// What was written, read and judged by another process; nil until it was.
  @Seconds public var verify: Duration?

  public init() {}

  /// The names and times of all that took any, in the order of the way.
  public var all: [(name: String, time: Duration)] {
    let times = [
      ("probe", probe), ("read", read), ("decode", decode), ("scale", scale), ("encode", encode),
      ("sound", sound), ("poster", poster), ("write", write), ("verify", verify),
    ]
    return times.compactMap { name, time in time.map { (name, $0) } }
  }
}
