internal import FFmpeg
internal import Rules

/// Decodes pictures only to learn what they are and whether they can be decoded.
struct PictureCheck: ~Copyable {
  /// What one decoded picture tells.
  struct Picture {
    var width: Int
    var height: Int
    var pixelFormat: String?
    var bitDepth: Int?
    var sampleAspectRatio: Ratio
    var isInterlaced: Bool
    var color: ColorDescription
  }

  private var decoding: PictureDecoding
  private let frame: Frame
  private let decodesAll: Bool
  /// Whether the first key frame is asked for before the decoder has seen what follows it.
  private let asksEarly: Bool
  private var attempts = 0
  /// The first undamaged picture.
  private(set) var first: Picture?
  /// Its timestamp, where it has one.
  private(set) var firstTime: Int64?
  /// Undamaged pictures so far.
  private(set) var good = 0
  /// The timestamps of those that have one.
  private(set) var goodTimes: Set<Int64> = []

  /// Without a picture after so many packets there is none.
  private static let maxAttempts = 600

  init(
    _ demuxer: borrowing Demuxer, stream: Int, container: Container, maxPixels: Int64,
    decodesAll: Bool, asksEarly: Bool = false
  ) throws(FFmpegError) {
    let frame = try Frame()
    let decoder = try Decoder(demuxer, stream: stream, maxPixels: maxPixels)
    self.frame = frame
    self.decodesAll = decodesAll
    let codec = demuxer.streams[stream].codec
    self.asksEarly = asksEarly && !decodesAll && (codec == "h264" || codec == "hevc")
    decoding = PictureDecoding(decoder, of: demuxer.streams[stream], container: container)
  }

  /// Whether more packets would tell more.
  var wantsMore: Bool { decodesAll || (first == nil && attempts < Self.maxAttempts) }

  /// - Parameters:
  ///   - isField: whether its picture may go on in the next.
  ///   - isSecondField: whether its picture began in the packet before.
  ///   - beginsPart: whether it leans on nothing that came before.
  mutating func add(
    _ packet: borrowing Packet, isField: Bool = false, isSecondField: Bool, beginsPart: Bool
  ) throws(FFmpegError) {
    if beginsPart, wantsMore {
      try finish()
      decoding.startOver()
    }
    guard wantsMore, decoding.allows(packet) else { return }
    attempts += 1
    try decode(packet, isSecondField: isSecondField)
    guard asksEarly, wantsMore, attempts == 1, packet.isKey, !packet.isDiscarded, !isField else {
      return
    }
    // A decoder that puts pictures in order would want up to sixteen more.
    try finish()
    guard wantsMore else { return }
    // It was not whole; what follows may be, for a decoder that has seen it.
    decoding.startOver()
    guard decoding.allows(packet) else { return }
    try decode(packet, isSecondField: isSecondField)
  }

  private mutating func decode(
    _ packet: borrowing Packet, isSecondField: Bool
  ) throws(FFmpegError) {
    while wantsMore, try decoding.next(of: packet, isSecondField: isSecondField, into: frame) {
      take()
    }
  }

  mutating func finish() throws(FFmpegError) {
    while wantsMore, try decoding.next(into: frame) { take() }
  }

  private mutating func take() {
    guard decoding.isWhole(frame) else { return }
    good += 1
    if decodesAll, let time = frame.timestamp { goodTimes.insert(time) }
    if first != nil { return }
    firstTime = frame.timestamp
    first = Picture(
      width: frame.width, height: frame.height, pixelFormat: frame.pixelFormat,
      bitDepth: frame.bitDepth, sampleAspectRatio: frame.sampleAspectRatio,
      isInterlaced: frame.isInterlaced, color: frame.color)
  }
}
