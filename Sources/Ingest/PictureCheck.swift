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

  private var decoder: Decoder
  private let frame: Frame
  private let decodesAll: Bool
  private var attempts = 0
  private var start: DecodableStart
  private var lostKeys = LostKeys()
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
    decodesAll: Bool
  ) throws(FFmpegError) {
    let frame = try Frame()
    let decoder = try Decoder(demuxer, stream: stream, maxPixels: maxPixels)
    self.frame = frame
    self.decoder = decoder
    self.decodesAll = decodesAll
    start = DecodableStart(container, codec: demuxer.streams[stream].codec)
  }

  /// Whether more packets would tell more.
  var wantsMore: Bool { decodesAll || (first == nil && attempts < Self.maxAttempts) }

  mutating func add(_ packet: borrowing Packet) throws(FFmpegError) {
    guard wantsMore, start.allows(packet) else { return }
    attempts += 1
    var hasFailed = false
    do throws(FFmpegError) {
      while try !decoder.send(packet) { try take() }
    } catch {
      try survive(error)
      hasFailed = true
    }
    lostKeys.note(packet, failed: hasFailed)
    do throws(FFmpegError) {
      try take()
    } catch {
      try survive(error)
    }
  }

  mutating func finish() throws(FFmpegError) {
    guard wantsMore else { return }
    do throws(FFmpegError) {
      try decoder.finish()
      try take()
    } catch {
      try survive(error)
    }
  }

  /// Bytes that do not decode bring no picture; only a fault of this machine is passed on.
  private func survive(_ error: FFmpegError) throws(FFmpegError) {
    guard error.code == .invalidData else { throw error }
  }

  private mutating func take() throws(FFmpegError) {
    while try decoder.receive(into: frame) == .frame {
      if frame.isDamaged || lostKeys.cover(frame) { continue }
      good += 1
      if decodesAll, let time = frame.timestamp { goodTimes.insert(time) }
      if first != nil { continue }
      firstTime = frame.timestamp
      first = Picture(
        width: frame.width, height: frame.height, pixelFormat: frame.pixelFormat,
        bitDepth: frame.bitDepth, sampleAspectRatio: frame.sampleAspectRatio,
        isInterlaced: frame.isInterlaced, color: frame.color)
      if !wantsMore { return }
    }
  }
}
