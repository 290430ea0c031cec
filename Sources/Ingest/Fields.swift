internal import FFmpeg

/// Whether pictures are two fields of different moments, and how they become one of one moment.
///
/// Most codecs say it of each picture. Those that only hold pictures leave it to the container.
struct Fields {
  private let codec: String?
  /// Of the container, for codecs that say nothing.
  private let isTopFirst: Bool?
  /// Whether a picture of two fields has come. From then on all go through the filter, which leaves
  /// those of one moment as they are: streams change from picture to picture.
  private(set) var areSeen = false

  /// Codecs whose pictures don't tell that they are two fields.
  private static let silentCodecs = ["mjpeg", "png", "qtrle"]

  init(_ stream: StreamDescription) {
    codec = stream.codec
    isTopFirst = Self.areTold(by: stream) ? stream.isTopFieldFirst : nil
  }

  /// Whether the container says so of pictures that say nothing themselves.
  static func areTold(by stream: StreamDescription) -> Bool {
    stream.isInterlaced && silentCodecs.contains(stream.codec ?? "")
  }

  /// Looks at the next picture, and marks it where only the container tells.
  mutating func look(at frame: inout Frame) {
    // HEVC's pictures are single fields.
    guard codec != "hevc" else { return }
    if !frame.isInterlaced, let isTopFirst { frame.setFields(topFirst: isTopFirst) }
    if frame.isInterlaced { areSeen = true }
  }

  /// The filters that give one picture for each, at its own time; none where no fields have come.
  ///
  /// The field that is first in time stays, and the lines between are made from it and both
  /// neighbours. The filter halves the ticks, which `settb` takes back. It looks so far around each
  /// sample that no plane may be smaller than 3 by 4; such pictures stay as they are.
  func steps(for frame: borrowing Frame, timeBase: Ratio) -> [String] {
    let plane = frame.smallestPlane
    guard areSeen, plane.width >= 3, plane.height >= 4 else { return [] }
    return [
      "bwdif=mode=send_frame:parity=auto:deint=interlaced",
      "settb=\(timeBase.numerator)/\(timeBase.denominator)",
    ]
  }
}
