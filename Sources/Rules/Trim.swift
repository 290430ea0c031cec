/// What to cut off a movie's head and tail; times count from the first shown thing.
public struct Trim: Codable, Sendable, Equatable {
  /// Where the tail ends.
  public enum End: Sendable, Equatable {
    /// At this time.
    case to(Duration)
    /// This much before the movie's end.
    case tail(Duration)
  }

  /// Where the kept part starts (`--from` and `--head` say the same).
  @Seconds public var from: Duration?
  /// Where the kept part ends; nil is the end of the movie.
  @Nullable public var end: End?
  /// Whether to keep only the first `maxDuration` of what is left.
  public var fit: Bool

  public init(from: Duration? = nil, end: End? = nil, fit: Bool = false) {
    self.from = from
    self.end = end
    self.fit = fit
  }

  /// Nothing is cut.
  public static let none = Trim()

  /// Whether the caller asked for a cut at all.
  public var isNone: Bool { from == nil && end == nil && !fit }

  /// The kept part of a movie that lasts `presented`, or nil where nothing is left.
  ///
  /// A `to` past the end is the end. `fit` cuts what is left to `limit`.
  public func kept(of presented: Duration, limit: Duration) -> Range<Duration>? {
    let start = from ?? .zero
    var stop: Duration
    switch end {
    case nil: stop = presented
    case .to(let time): stop = min(time, presented)
    case .tail(let length): stop = presented - length
    }
    if fit { stop = min(stop, start + limit) }
    return start >= .zero && start < stop ? start..<stop : nil
  }
}
