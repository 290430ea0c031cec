internal import FFmpeg
internal import Rules

/// A finished poster.
struct Poster {
  var bytes: [UInt8]
  var width: Int
  var height: Int
  var time: Duration
  var why: String

  /// Writes an output picture as a JPEG of at most `maxBytes`.
  init(
    _ candidate: PosterPicker.Candidate, why: String, maxBytes: Int
  ) throws {
    width = candidate.frame.width
    height = candidate.frame.height
    time = candidate.time
    self.why = why
    bytes = try JPEGPicture(
      candidate.frame, matrix: "bt709", range: "tv", maxBytes: maxBytes
    ).bytes
  }

  var report: PosterReport {
    PosterReport(
      path: nil, bytes: Int64(bytes.count), width: width, height: height, time: time, why: why)
  }
}
