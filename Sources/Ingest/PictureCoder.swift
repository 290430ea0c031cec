internal import Boxes
internal import FFmpeg
internal import Rules

/// The end of the pictures' way: encoded, collected for the file, and offered for the poster.
struct PictureCoder: ~Copyable {
  private var encoder: Encoder
  private let timeBase: Ratio
  private let maxBytes: Int64
  private let posterOnly: Bool
  private let decodesAll: Bool
  var writer: MovieWriter
  var picker: PosterPicker

  init(_ cut: Cut, size: PictureSize, timeBase: Ratio) throws {
    let profile = cut.policy.profile
    let rate = min(cut.movie.facts.video?.frameRate ?? 30, Double(profile.maxFrameRate))
    let encoder = try Encoder.h264(
      width: size.width, height: size.height, timeBase: timeBase,
      frameRate: Ratio(Int32(max(1, rate * 1000)), 1000),
      constantRateFactor: cut.constantRateFactor, maxBitRate: cut.maxBitRate)
    let writer = MovieWriter(
      width: size.width, height: size.height, timeBase: timeBase,
      configuration: try AVCConfiguration(annexB: encoder.extradata.span))
    self.encoder = encoder
    self.timeBase = timeBase
    self.writer = writer
    maxBytes = cut.maxBytes
    posterOnly = cut.posterOnly
    decodesAll = cut.decodesAll
    picker = PosterPicker(cut.posterTime)
  }

  /// Whether the poster was all that was wanted, and it is there.
  var isDone: Bool { posterOnly && !decodesAll && picker.isDecided }

  /// Takes an output picture with its timestamp in ticks of the output's time base.
  mutating func encode(_ frame: borrowing Frame) throws {
    try picker.add(frame, at: timeBase.duration(frame.timestamp ?? 0))
    if posterOnly { return }
    var packets: [EncodedPacket] = []
    try encoder.encode(frame) { packets.append($0) }
    try collect(packets)
  }

  /// Takes what the encoder holds back.
  mutating func finish() throws {
    var packets: [EncodedPacket] = []
    try encoder.finish { packets.append($0) }
    try collect(packets)
  }

  private mutating func collect(_ packets: [EncodedPacket]) throws {
    for packet in packets { try writer.add(packet) }
    if writer.videoBytes > maxBytes { throw Cut.TooLarge() }
  }
}
