internal import FFmpeg
internal import Rules

/// The way of sound from the decoder to the encoder: placed on the time line, cut to the sample.
///
/// What is missing between pieces of sound is silence, and what overlaps is heard once; jitter of
/// timestamps below `jitter` changes nothing, nor does a single one that is wrong. Clocks of sound and
/// pictures that drift apart are brought together before anyone sees it.
struct SoundLine: ~Copyable {
  /// Coded sound of the output.
  struct Coded {
    var packets: [EncodedPacket] = []
    var configuration: [UInt8] = []
    var sampleRate = 0
    var channels = 0
    /// Samples before the first heard one.
    var priming = 0
    /// Heard samples.
    var presented: Int64 = 0
    /// Samples of a packet.
    var packetSamples = 1024
  }

  /// More than a packet of AAC at 44,100 Hz lasts, since writers misplace sound by one of them; less
  /// than what is seen as lips out of step.
  private static let jitter = Duration.milliseconds(25)

  /// Sound that is further from its place than `drift` for all of `patience` does not jitter: its clock
  /// drifts, and is set right before it is out of step by a frame.
  private static let drift = Duration.milliseconds(12)
  private static let patience = Duration.milliseconds(250)

  /// No place is further from the start, so that samples behind it can be counted on.
  private static let farthest: Int64 = 1 << 62

  /// Bits a second, below which sound has one channel.
  private static let leastStereo = 32_000

  /// Bits a second of what is coded.
  let bitRate: Int
  /// The kept part, on the container's time line.
  let kept: Range<Duration>

  private var resampler: Resampler?
  private var encoder: Encoder?
  private var sampleRate = 0
  private var channels = 0
  /// Planar samples that the encoder has not taken yet.
  private var waiting: [[Float]] = []
  /// The place on the output's time line of the next sample that is appended, in samples.
  private var place: Int64 = 0
  /// Where the next decoded sample should lie, on the container's time line.
  private var expected: Duration?
  /// For how long sound has come too late, or too early, by more than `drift`.
  private var strayed = Duration.zero
  private var straysLate = false
  /// A piece that did not come where it was expected, until the next one tells why.
  private var held: Held?
  /// The part of the container's time line that what is added is cut to; nil for all of it.
  private var window: Range<Duration>?
  private var encoded: Int64 = 0
  private var coded = Coded()
  /// Samples that came from the decoder, of one channel.
  private(set) var decoded: Int64 = 0

  private struct Held: ~Copyable {
    let frame: Frame
    let start: Duration
  }

  init(bitRate: Int, kept: Range<Duration>) {
    self.bitRate = bitRate
    self.kept = kept
  }

  /// Whether sound past the kept part has come.
  var isDone: Bool {
    expected.map { min($0, window?.upperBound ?? $0) >= kept.upperBound } ?? false
  }

  /// Takes a decoded piece that is heard from `start` on; nil continues the piece before it.
  mutating func add(_ frame: borrowing Frame, at start: Duration?) throws {
    guard frame.sampleCount > 0, frame.sampleRate > 0,
      (1...Resampler.mostChannels).contains(frame.channels)
    else { return }
    if sampleRate == 0 { try begin(frame) }
    try settleHeld(before: start)
    let start = start ?? expected ?? kept.lowerBound
    if let expected, Self.distance(start, expected) >= Self.jitter {
      held = Held(frame: try frame.shared(), start: start)
    } else {
      try place(frame, at: start)
    }
  }

  /// Puts the piece that is held where its timestamp says, or where the piece before it ends: the
  /// next one goes on from there where only that timestamp is wrong, as in MPEG-PS where two packets
  /// bear the later one's.
  private mutating func settleHeld(before next: Duration?) throws {
    guard let held = held.take() else { return }
    let length = Self.length(of: held.frame)
    if let next, let expected, Self.distance(next, expected + length) < Self.jitter,
      Self.distance(next, expected + length) < Self.distance(next, held.start + length)
    {
      try place(held.frame, at: expected)
    } else {
      try place(held.frame, at: held.start)
    }
  }

  /// Takes a piece at `start`, or behind the piece before it where that is about the same.
  private mutating func place(_ frame: borrowing Frame, at start: Duration) throws {
    let length = Self.length(of: frame)
    let expected = self.expected
    let isContinuous =
      expected.map { Self.distance(start, $0) < Self.jitter && !drifts(start - $0, for: length) }
      ?? false
    if resampler?.takes(frame) != true || !isContinuous {
      try drain()
      resampler = try Resampler(for: frame, sampleRate: sampleRate, channels: channels)
    }
    decoded += Int64(frame.sampleCount)
    if !isContinuous {
      strayed = .zero
      let ticks = Ratio(1, Int32(sampleRate)).ticks(start - kept.lowerBound)
      place = min(max(ticks, -Self.farthest), Self.farthest)
    }
    var piece = [[Float]](repeating: [], count: channels)
    try resampler?.convert(frame, into: &piece)
    try append(piece)
    self.expected = (isContinuous ? expected ?? start : start) + length
  }

  /// Whether sound has been off its place for so long that it will not come back by itself.
  ///
  /// - Parameters:
  ///   - lateness: how much later than expected a piece is heard.
  ///   - length: of the piece.
  private mutating func drifts(_ lateness: Duration, for length: Duration) -> Bool {
    guard Self.distance(lateness, .zero) >= Self.drift else {
      strayed = .zero
      return false
    }
    if straysLate != (lateness > .zero) { strayed = .zero }
    straysLate = lateness > .zero
    strayed += length
    return strayed >= Self.patience
  }

  private static func length(of frame: borrowing Frame) -> Duration {
    Ratio(1, Int32(clamping: frame.sampleRate)).duration(Int64(frame.sampleCount))
  }

  private static func distance(_ one: Duration, _ other: Duration) -> Duration {
    one < other ? other - one : one - other
  }

  /// Begins a part of the movie that has nothing to do with the sound before it, and cuts what is
  /// added to this range of the container's time line.
  mutating func begin(_ window: Range<Duration>) throws {
    try settleHeld(before: nil)
    try drain()
    expected = nil
    self.window = window
  }

  /// Says that no sound comes any more, and gives what was coded; nil where none was heard.
  mutating func finish() throws -> Coded? {
    try settleHeld(before: nil)
    try drain()
    let rest = waiting.first?.count ?? 0
    if rest > 0 { try encode(0..<rest) }
    guard encoded > 0, encoder != nil else { return nil }
    var packets: [EncodedPacket] = []
    try encoder?.finish { packets.append($0) }
    coded.packets += packets
    coded.presented = encoded
    coded.priming = encoder?.initialPadding ?? 0
    coded.configuration = encoder?.extradata ?? []
    return coded
  }

  private mutating func begin(_ frame: borrowing Frame) throws {
    // Rates that every player takes; the family of 44,100 Hz stays its own.
    sampleRate = frame.sampleRate % 11_025 == 0 ? 44_100 : 48_000
    // Two channels of so few bits sound worse than one.
    channels = bitRate < Self.leastStereo ? 1 : min(2, frame.channels)
    waiting = Array(repeating: [], count: channels)
    let encoder = try Encoder.aac(
      sampleRate: sampleRate, channels: channels, bitRate: bitRate)
    coded.sampleRate = sampleRate
    coded.channels = channels
    coded.packetSamples = max(1, encoder.frameSize)
    self.encoder = consume encoder
  }

  /// Samples of the whole kept part.
  private var total: Int64 {
    Ratio(1, Int32(sampleRate)).ticks(kept.upperBound - kept.lowerBound)
  }

  /// Appends the part of a piece that is kept and not there yet, behind silence where it comes late.
  private mutating func append(_ piece: [[Float]]) throws {
    let count = Int64(piece[0].count)
    defer { place += count }
    let end = encoded + Int64(waiting[0].count)
    let rate = Ratio(1, Int32(sampleRate))
    let first = window.map { rate.ticks($0.lowerBound - kept.lowerBound) } ?? place
    let last = window.map { rate.ticks($0.upperBound - kept.lowerBound) } ?? total
    let from = max(end, place, first)
    let to = min(total, place + count, last)
    guard from < to else { return }
    var silence = Int(from - end)
    while silence > 0 {
      // A packet at a time: a gap is as long as a time stamp says.
      let count = min(silence, coded.packetSamples)
      for channel in 0..<channels {
        waiting[channel].append(contentsOf: repeatElement(0, count: count))
      }
      try encodePackets()
      silence -= count
    }
    let range = Int(from - place)..<Int(to - place)
    for channel in 0..<channels {
      waiting[channel].append(contentsOf: piece[channel][range].lazy.map(Self.audible))
    }
    try encodePackets()
  }

  /// Encodes what fills whole packets of what is waiting.
  private mutating func encodePackets() throws {
    var taken = 0
    while waiting[0].count - taken >= coded.packetSamples {
      try encode(taken..<taken + coded.packetSamples)
      taken += coded.packetSamples
    }
    // All at once, since what is left moves up each time.
    for channel in 0..<channels { waiting[channel].removeFirst(taken) }
  }

  /// A sample that an encoder takes; floats in a movie may be of any size, and not even numbers.
  private static func audible(_ sample: Float) -> Float {
    sample.isFinite ? min(max(sample, -8), 8) : 0
  }

  /// Encodes these of the waiting samples, and leaves them there.
  private mutating func encode(_ range: Range<Int>) throws {
    var packets: [EncodedPacket] = []
    try encoder?.encode(samples: waiting.map { $0[range] }, timestamp: encoded) {
      packets.append($0)
    }
    coded.packets += packets
    encoded += Int64(range.count)
  }

  /// Takes what the resampler still holds of the piece before.
  private mutating func drain() throws {
    guard resampler != nil else { return }
    var piece = [[Float]](repeating: [], count: channels)
    try resampler?.finish(into: &piece)
    try append(piece)
    resampler = nil
  }
}
