internal import FFmpeg
internal import Rules

/// A finished poster.
struct Poster {
  var bytes: [UInt8]
  var width: Int
  var height: Int
  var time: Duration
  var why: String

  /// Quantizers from good to small; the first that fits is taken.
  private static let quantizers = [4, 6, 8, 11, 15, 20, 26, 31]

  /// Writes an output picture as a JPEG of at most `maxBytes`.
  ///
  /// JFIF has BT.601's matrix and full range, whatever the movie has (ITU-T T.871, 7).
  init(
    _ candidate: PosterPicker.Candidate, why: String, maxBytes: Int
  ) throws {
    width = candidate.frame.width
    height = candidate.frame.height
    time = candidate.time
    self.why = why
    var graph = try PictureGraph(
      PictureGraph.Input(
        width: width, height: height, pixelFormat: candidate.frame.pixelFormat ?? "yuv420p",
        timeBase: Ratio(1, 25)),
      chain: "scale=in_color_matrix=bt709:in_range=tv:out_color_matrix=smpte170m:out_range=pc,"
        + "format=yuvj420p")
    let picture = try Frame()
    var source = try candidate.frame.shared()
    source.setTimestamp(0)
    try graph.push(source)
    try graph.finish()
    guard try graph.pull(into: picture) == .frame else {
      throw IngestError(code: .fault, call: "av_buffersink_get_frame")
    }
    var jpeg: [UInt8] = []
    for quantizer in Self.quantizers {
      var encoder = try Encoder.jpeg(width: width, height: height, quantizer: quantizer)
      jpeg = []
      try encoder.encode(picture) { jpeg += $0.bytes }
      if jpeg.count <= maxBytes { break }
    }
    guard !jpeg.isEmpty else { throw IngestError(code: .fault, call: "mjpeg") }
    bytes = jpeg
  }

  var report: PosterReport {
    PosterReport(
      path: nil, bytes: Int64(bytes.count), width: width, height: height, time: time, why: why)
  }
}
