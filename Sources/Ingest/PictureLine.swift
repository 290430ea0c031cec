internal import FFmpeg
internal import Rules

/// The way of pictures from the decoder to the encoder: cut to the frame, thinned to the profile's
/// rate, turned upright, scaled, and offered for the poster.
///
/// A picture is known to be shown only until the next one comes, so each is held back until then.
struct PictureLine: ~Copyable {
  let movie: Movie
  let profile: Profile
  /// The kept part, on the container's time line.
  let kept: Range<Duration>
  let output: PictureSize
  let timeBase: Ratio
  /// What the container says of the brightest light, in cd/m².
  private let declaredPeak: Double?
  private var fields: Fields

  private var pending: Frame?
  private var pendingStart: Duration = .zero
  private var graph: PictureGraph?
  /// The sample aspect ratio of the movie's first picture, by itself.
  private var firstAspect: Ratio?
  private let scaled: Frame
  private var grid: RateGrid
  private var lastTicks: Int64 = -1
  /// Starts of the pictures that went into the graph, in ticks of `timeBase`.
  private(set) var starts: [Int64] = []
  /// Whether pictures past the kept part have come.
  private(set) var isDone = false

  init(
    _ movie: Movie, profile: Profile, size: PictureSize, kept: Range<Duration>,
    stream: StreamDescription
  ) throws(FFmpegError) {
    self.movie = movie
    self.profile = profile
    self.kept = kept
    output = size
    timeBase = Self.outputBase(stream.timeBase)
    declaredPeak = stream.peakLuminance
    fields = Fields(stream)
    grid = RateGrid(rate: profile.maxFrameRate)
    firstAspect = movie.firstAspect
    scaled = try Frame()
  }

  /// A source's own time base where it is fine enough to hold any cut, so that its timestamps stay
  /// exact; else 1/90000 s.
  private static func outputBase(_ source: Ratio) -> Ratio {
    source.numerator == 1 && (10_000...1_000_000).contains(source.denominator)
      ? source : Ratio(1, 90_000)
  }

  /// Takes a decoded picture that is shown from `start` on.
  mutating func add(
    _ frame: borrowing Frame, at start: Duration, into coder: inout PictureCoder
  ) throws {
    if isDone { return }
    firstAspect = firstAspect ?? frame.sampleAspectRatio
    let next = try frame.shared()
    if pending != nil {
      // Decoders give pictures in order of time; one that claims to be earlier is shown at once.
      try emitPending(until: max(start, pendingStart), into: &coder)
    }
    pending = consume next
    pendingStart = start
    if start >= kept.upperBound {
      pending = nil
      isDone = true
    }
  }

  /// Says that no picture comes any more.
  mutating func finish(into coder: inout PictureCoder) throws {
    if pending != nil {
      // With nothing shown yet the last picture is still on screen, as players hold it.
      let end = starts.isEmpty ? kept.upperBound : max(movie.videoEnd, pendingStart)
      try emitPending(until: end, into: &coder)
    }
    isDone = true
    if graph != nil {
      try graph?.finish()
      try pull(into: &coder)
    }
  }

  /// When the last picture goes, in ticks of `timeBase` from the start of the output.
  var end: Int64 {
    let end = min(max(movie.videoEnd, pendingStart), kept.upperBound)
    return max(timeBase.ticks(end - kept.lowerBound), (starts.last ?? 0) + 1)
  }

  private mutating func emitPending(
    until end: Duration, into coder: inout PictureCoder
  ) throws {
    guard let frame = pending.take(), pendingStart < kept.upperBound else { return }
    if Self.isOver(from: pendingStart, until: end, before: kept.lowerBound) { return }
    // The first picture is held from the very start, so that the output has no empty beginning.
    let start = starts.isEmpty ? kept.lowerBound : max(pendingStart, kept.lowerBound)
    guard grid.takes(from: pendingStart, until: end) else { return }
    let ticks = max(timeBase.ticks(start - kept.lowerBound), lastTicks + 1)
    lastTicks = ticks
    starts.append(ticks)
    try push(frame, at: ticks, into: &coder)
  }

  /// Whether a picture is gone when the kept part begins; one without any time is shown all the same.
  static func isOver(from start: Duration, until end: Duration, before first: Duration) -> Bool {
    end < first || end == first && start < first
  }

  private mutating func push(
    _ picture: consuming Frame, at ticks: Int64, into coder: inout PictureCoder
  ) throws {
    let outer = coder.watch.begin(.scale)
    defer { coder.watch.begin(outer) }
    var frame = picture
    fields.look(at: &frame)
    let color = PictureColor(
      frame: frame, movie: movie, declaredPeak: declaredPeak)
    let recipe = PictureRecipe(
      frame: frame, color: color, movie: movie, output: output,
      firstAspect: firstAspect ?? frame.sampleAspectRatio)
    frame.setColor(color.tags)
    frame.setTimestamp(ticks)
    let input = PictureGraph.Input(
      width: frame.width, height: frame.height, pixelFormat: frame.pixelFormat ?? "",
      timeBase: timeBase)
    let steps = fields.steps(for: frame, timeBase: timeBase) + [recipe.chain]
    let chain = steps.joined(separator: ",")
    // Size, format and what the samples stand for may each change in the stream.
    if graph?.input != input || graph?.chain != chain {
      if graph != nil {
        try graph?.finish()
        try pull(into: &coder)
      }
      graph = try PictureGraph(input, chain: chain)
    }
    try graph?.push(frame)
    try pull(into: &coder)
  }

  private mutating func pull(into coder: inout PictureCoder) throws {
    while try graph?.pull(into: scaled) == .frame { try coder.encode(scaled) }
  }
}
