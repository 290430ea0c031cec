internal import FFmpeg

/// A picture as a JPEG file that holds nothing else: baseline, 4:2:0, full range.
struct JPEGPicture {
  /// The whole file.
  let bytes: [UInt8]

  /// Quantizers from good to small; the first that fits is taken.
  private static let quantizers = [4, 6, 8, 11, 15, 20, 26, 31]

  /// Encodes a picture in as many attempts as it takes to fit.
  ///
  /// JFIF has BT.601's matrix and full range, whatever the picture has (ITU-T T.871, 7).
  ///
  /// - Parameters:
  ///   - frame: the picture; it is left as it is.
  ///   - matrix: what the filter `scale` calls the matrix of a picture that is not RGB.
  ///   - range: `tv` or `pc`, of such a picture.
  ///   - maxBytes: the file has more only where even the coarsest quantizer does not fit.
  init(_ frame: borrowing Frame, matrix: String, range: String, maxBytes: Int) throws {
    let (width, height) = (frame.width, frame.height)
    var graph = try PictureGraph(
      PictureGraph.Input(
        width: width, height: height, pixelFormat: frame.pixelFormat ?? "yuv420p",
        timeBase: Ratio(1, 25)),
      chain: "scale=in_color_matrix=\(matrix):in_range=\(range)"
        + ":out_color_matrix=smpte170m:out_range=pc,format=yuvj420p")
    let picture = try graph.only(frame)
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
}

extension PictureGraph {
  /// What comes out of the one picture that ever goes in.
  mutating func only(_ frame: borrowing Frame) throws -> Frame {
    let picture = try Frame()
    var source = try frame.shared()
    source.setTimestamp(0)
    try push(source)
    try finish()
    guard try pull(into: picture) == .frame else {
      throw IngestError(code: .fault, call: "av_buffersink_get_frame")
    }
    return picture
  }
}
