internal import TestSupport
internal import Testing

/// AVI stores no presentation times; with B-frames the pictures that others are coded against have
/// none at all, and the last may be a B-frame or not.
@Suite(.readers) struct UntimedPicturesTests {
  private static let codecs = ["mpeg4", "mpeg2video"]

  /// A ramp of greys, five levels a picture.
  private func ramp(_ codec: String, frames: Int, rate: Int) throws -> String {
    try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "color=black:s=64x64:r=\(rate)", "-vf",
        "trim=end_frame=\(frames),geq=lum='20+5*mod(N,40)':cb=128:cr=128,format=yuv420p", "-c:v",
        codec, "-q:v", "2", "-bf", "2",
      ], type: "avi")
  }

  @Test(arguments: codecs, [(51, 10), (52, 10), (53, 10), (100, 20), (101, 20), (102, 20)])
  func `Every picture has its time, whatever kind the last one is`(
    codec: String, movie: (frames: Int, rate: Int)
  ) throws {
    let path = try ramp(codec, frames: movie.frames, rate: movie.rate)
    let presented = try Clipgate.facts(path)["duration"]["presented"].double
    #expect(presented == Double(movie.frames) / Double(movie.rate))
  }

  @Test(arguments: codecs)
  func `A movie over the limit is refused, also where its last picture is a B-frame`(
    codec: String
  ) throws {
    let codes = try (52...54).map { frames in
      try Clipgate.verdict(try ramp(codec, frames: frames, rate: 10)).codes
    }
    #expect(codes == Array(repeating: ["duration.too_long"], count: 3))
  }

  @Test(arguments: codecs, 38...40)
  func `Each picture comes out once, in order and at its time`(codec: String, frames: Int) throws {
    let processed = try Clipgate.process(try ramp(codec, frames: frames, rate: 10))
    try #require(processed.isAccepted, "\(processed.summary)")
    let pictures = try Pictures(processed.movie)
    #expect(pictures.count == frames)
    #expect(
      pictures.times.enumerated().allSatisfy { abs($0.element - Double($0.offset) / 10) < 0.001 })
    let means = pictures.pixels.map { Pictures.mean($0) }
    #expect(zip(means, means.dropFirst()).allSatisfy { $1 > $0 })
  }
}
