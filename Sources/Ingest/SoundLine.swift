internal import FFmpeg
internal import Rules

/// The way of sound from the decoder to the encoder: placed on the time line, cut to the sample.
///
/// What is missing between pieces of sound is silence, and what overlaps is heard once; jitter of
/// timestamps below `jitter` changes nothing.
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

  /// No place is further from the start, so that samples behind it can be counted on.
  private static let farthest: Int64 = 1 << 62

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
  /// The part of the container's time line that what is added is cut to; nil for all of it.
  private var window: Range<Duration>?
  private var encoded: Int64 = 0
  private var coded = Coded()
  /// Samples that came from the decoder, of one channel.
  private(set) var decoded: Int64 = 0

  init(profile: Profile, kept: Range<Duration>) {
    self.init(bitRate: profile.audioBitRate, kept: kept)
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
    guard frame.sampleCount > 0, frame.sampleRate > 0, frame.channels > 0 else { return }
    if sampleRate == 0 { try begin(frame) }
    let length = Ratio(1, Int32(clamping: frame.sampleRate)).duration(Int64(frame.sampleCount))
    let expected = self.expected
    let start = start ?? expected ?? kept.lowerBound
    let isContinuous =
      expected.map { start - $0 < Self.jitter && $0 - start < Self.jitter } ?? false
    if resampler?.takes(frame) != true || !isContinuous {
      try drain()
      resampler = try Resampler(for: frame, sampleRate: sampleRate, channels: channels)
    }
    decoded += Int64(frame.sampleCount)
    if !isContinuous {
      let ticks = Ratio(1, Int32(sampleRate)).ticks(start - kept.lowerBound)
      place = min(max(ticks, -Self.farthest), Self.farthest)
    }
    var piece = [[Float]](repeating: [], count: channels)
    try resampler?.convert(frame, into: &piece)
    try append(piece)
    self.expected = (isContinuous ? expected ?? start : start) + length
  }

  /// Begins a part of the movie that has nothing to do with the sound before it, and cuts what is
  /// added to this range of the container's time line.
  mutating func begin(_ window: Range<Duration>) throws {
    try drain()
    expected = nil
    self.window = window
  }

  /// Says that no sound comes any more, and gives what was coded; nil where none was heard.
  mutating func finish() throws -> Coded? {
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
    channels = min(2, frame.channels)
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
