internal import Boxes
internal import FFmpeg
internal import Rules

/// The end of the pictures' way: encoded, collected for the file, and offered for the poster.
struct PictureCoder: ~Copyable {
  /// Nil where only the poster is wanted.
  private var encoder: Encoder?
  private let timeBase: Ratio
  private let maxBytes: Int64
  private let seconds: Double
  /// When the latest coded picture is shown, in ticks of the time base.
  private var latest: Int64 = 0
  private let purpose: Cut.Purpose
  /// Nil where only the poster is wanted.
  private(set) var writer: MovieWriter?
  var picker: PosterPicker
  let watch: StageWatch

  init(_ cut: Cut, size: PictureSize, timeBase: Ratio) throws {
    self.timeBase = timeBase
    maxBytes = cut.maxBytes
    seconds = cut.seconds
    purpose = cut.purpose
    watch = cut.watch
    picker = PosterPicker(cut.posterTime)
    guard purpose == .movie else { return }
    let profile = cut.policy.profile
    let rate = min(cut.movie.facts.video?.frameRate ?? 30, Double(profile.maxFrameRate))
    let encoder = try Encoder.h264(
      width: size.width, height: size.height, timeBase: timeBase,
      frameRate: Ratio(Int32(max(1, rate * 1000)), 1000),
      constantRateFactor: cut.constantRateFactor)
    writer = MovieWriter(
      width: size.width, height: size.height, timeBase: timeBase,
      configuration: try AVCConfiguration(annexB: encoder.extradata.span))
    self.encoder = consume encoder
  }

  /// Whether the poster was all that was wanted, and it is there.
  var isDone: Bool { purpose == .poster && picker.isDecided }

  /// Takes an output picture with its timestamp in ticks of the output's time base.
  mutating func encode(_ frame: borrowing Frame) throws {
    let outer = watch.begin(.poster)
    defer { watch.begin(outer) }
    try picker.add(frame, at: timeBase.duration(frame.timestamp ?? 0))
    watch.begin(.encode)
    var packets: [EncodedPacket] = []
    try encoder?.encode(frame) { packets.append($0) }
    try collect(packets)
  }

  /// Takes what the encoder holds back.
  mutating func finish() throws {
    var packets: [EncodedPacket] = []
    try encoder?.finish { packets.append($0) }
    try collect(packets)
  }

  private mutating func collect(_ packets: [EncodedPacket]) throws {
    for packet in packets {
      try writer?.add(packet)
      latest = max(latest, packet.presentationTimestamp)
    }
    guard let bytes = writer?.videoBytes, bytes > maxBytes else { return }
    // The first picture is the largest, and says little of those to come.
    let share = timeBase.duration(latest).printedSeconds / seconds
    guard share >= 0.25 || bytes / 4 > maxBytes else { return }
    throw Cut.TooLarge(pictureBytes: Double(bytes) / min(1, max(0.05, share)))
  }
}
