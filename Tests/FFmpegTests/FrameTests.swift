import FFmpeg
import TestSupport
import Testing

@Suite(.movies) struct FrameTests {
  /// The first picture of what an encoder made of one with these tags.
  private func first<R>(
    _ encoder: [String], type: String = "mp4", format: String = "mov", filter: String = "null",
    _ body: (borrowing Frame) throws -> R
  ) throws -> R {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25", "-vf", filter, "-frames:v", "2", "-c:v",
      ] + encoder, type: type)
    var demuxer = try Demuxer(OpenFile(path), format)
    var result: R?
    try demuxer.decode(stream: 0) { if result == nil { result = try body($0) } }
    return try #require(result)
  }

  @Test(arguments: [
    ("tv", "bt709", "bt709", "bt709"), ("pc", "smpte170m", "smpte170m", "smpte170m"),
    ("tv", "bt2020", "smpte2084", "bt2020nc"), ("tv", "bt2020", "arib-std-b67", "bt2020nc"),
  ])
  func `a picture's colour tags are those that were written`(
    range: String, primaries: String, transfer: String, matrix: String
  ) throws {
    let color = try first([
      "libx264", "-pix_fmt", "yuv420p", "-color_range", range, "-color_primaries", primaries,
      "-color_trc", transfer, "-colorspace", matrix,
    ]) { $0.color }
    #expect(
      color
        == ColorDescription(
          range: range, primaries: primaries, transfer: transfer, matrix: matrix))
  }

  @Test func `a picture without tags has none, and takes those it is given`() throws {
    let given = ColorDescription(
      range: "pc", primaries: "bt709", transfer: "bt709", matrix: "smpte170m")
    let (before, after) = try first(["mpeg4"], type: "avi", format: "avi") { frame in
      var copy = try frame.shared()
      copy.setColor(
        ColorDescription(range: nil, primaries: "no such", transfer: nil, matrix: "no such"))
      let before = copy.color
      copy.setColor(given)
      return (before, copy.color)
    }
    #expect(before.primaries == nil && before.transfer == nil && before.matrix == nil)
    #expect(after == given)
  }

  @Test(arguments: ["yuvj420p", "yuvj422p", "yuvj444p"])
  func `a range that is told takes the place of one that the format says`(
    format: String
  ) throws {
    let formats = try first(
      ["mjpeg", "-pix_fmt", format], type: "avi", format: "avi", filter: "scale=out_range=pc"
    ) { frame in
      var copy = try frame.shared()
      copy.setColor(ColorDescription(matrix: "bt709"))
      let before = copy.pixelFormat
      copy.setColor(ColorDescription(range: "tv"))
      #expect(copy.color.range == "tv")
      return [before, copy.pixelFormat, frame.pixelFormat]
    }
    #expect(formats == [format, format.replacing("yuvj", with: "yuv"), format])
  }

  @Test func `ten bits and the pixels' format and aspect are told`() throws {
    try first(
      ["libx264", "-pix_fmt", "yuv422p10le", "-preset", "ultrafast"], filter: "setsar=4/3"
    ) { frame in
      #expect(frame.bitDepth == 10)
      #expect(frame.pixelFormat == "yuv422p10le")
      #expect(frame.sampleAspectRatio == Ratio(4, 3))
      #expect(frame.width == 64)
      #expect(frame.height == 48)
    }
  }

  @Test func `interlaced pictures say so`() throws {
    let isInterlaced = try first(["libx264", "-flags", "+ildct"], filter: "setfield=tff") {
      $0.isInterlaced
    }
    #expect(isInterlaced)
    let isOtherwise = try first(["libx264"]) { $0.isInterlaced }
    #expect(!isOtherwise)
  }

  @Test func `the first plane is lent in rows of its stride`() throws {
    var demuxer = try Demuxer(OpenFile(MadeMovie.ramp()))
    var means: [Int] = []
    try demuxer.decode(stream: 0) { frame in
      let (width, height) = (frame.width, frame.height)
      // unsafe: `withFirstPlane` lends `stride` × height bytes.
      let sum = unsafe frame.withFirstPlane { rows, stride in
        (0..<height).reduce(0) { sum, row in
          (0..<width).reduce(sum) { unsafe $0 + Int(rows[row * stride + $1]) }
        }
      }
      means.append(sum / (width * height))
    }
    #expect(means == (0..<30).map { 16 + 7 * $0 })
  }

  @Test func `a frame before anything was decoded says nothing`() throws {
    let frame = try Frame()
    #expect(frame.timestamp == nil)
    #expect(frame.pixelFormat == nil)
    #expect(frame.bitDepth == nil)
    #expect(frame.duration == 0)
    #expect(frame.sampleCount == 0)
    let isDamaged = frame.isDamaged
    #expect(!isDamaged)
  }
}
