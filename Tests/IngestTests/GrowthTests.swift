import Rules
import TestSupport
import Testing

@testable import Ingest

/// Pictures that grow past the limit in the middle of a stream, whose container tells only the first.
@Suite(.movies) struct GrowthTests {
  private static let codecs: [(encoder: [String], type: String)] = [
    (["libx264"], "ts"), (["libx265", "-x265-params", "log-level=none"], "ts"),
    (["mpeg2video"], "ts"), (["libvpx"], "webm"), (["libvpx-vp9"], "webm"),
    (["libvpx-vp9", "-pix_fmt", "yuv444p"], "webm"),
    (["libvpx-vp9", "-pix_fmt", "yuv420p10le"], "webm"),
    (["libvpx-vp9", "-pix_fmt", "gbrp"], "webm"),
    (["libaom-av1", "-cpu-used", "8"], "mkv"), (["mpeg4"], "avi"), (["mpeg4", "-bf", "2"], "ts"),
    (["flv1"], "flv"), (["mjpeg", "-pix_fmt", "yuvj420p"], "avi"),
    (["mjpeg", "-pix_fmt", "yuvj420p"], "mov"), (["prores_ks"], "mov"), (["png"], "mov"),
  ]

  /// Pictures of 64 × 48, and as many of a size that follow.
  private func movie(
    _ codec: (encoder: [String], type: String), then size: String, frames: Int = 5
  ) throws -> OpenFile {
    let parts = try [("64x48", 20), (size, frames)].map { size, frames in
      try MadeMovie.path(
        [
          "-f", "lavfi", "-i", "testsrc2=s=\(size):r=10", "-frames:v", "\(frames)", "-pix_fmt",
          "yuv420p", "-c:v",
        ] + codec.encoder, type: codec.type)
    }
    return try OpenFile(MadeMovie.joined(parts, type: codec.type))
  }

  private static let policy = Policy(maxPixels: 640 * 480)

  @Test(arguments: codecs, [1, 5])
  func `a movie with a picture that is too large is refused for that, however few there are`(
    codec: (encoder: [String], type: String), frames: Int
  ) throws {
    let file = try movie(codec, then: "656x480", frames: frames)
    for depth in [Pipeline.Depth.keyFrame, .everything] {
      let examination = try Pipeline.examine(
        descriptor: file.descriptor, policy: Self.policy, depth: depth)
      #expect(examination.reasons.map(\.code) == [.videoTooLarge])
      #expect(examination.reasons.first?.observed == 656.0 * 480)
      #expect(examination.warnings.isEmpty)
    }
    #expect(try Run(file, policy: Self.policy).codes == ["video.too_large"])
  }

  @Test(arguments: codecs)
  func `one that grows as far as the limit is not`(
    codec: (encoder: [String], type: String)
  ) throws {
    let run = try Run(movie(codec, then: "640x480"), policy: Self.policy)
    #expect(run.codes == [])
    #expect(run.report.output?.facts.video?.width == 64)
  }

  @Test func `hidden pictures of VP9 count too`() throws {
    // A key frame of 64 × 48 and a hidden inter frame that gives its own size, 4096 × 8192.
    let key: [UInt8] = [0x82, 0x49, 0x83, 0x42, 0x00, 0x03, 0xF0, 0x02, 0xF0, 0x00]
    let inter: [UInt8] = [0x84, 0x00, 0x00, 0x00, 0x01, 0xFF, 0xE3, 0xFF, 0xE0]
    #expect(VP9Header.pixels(key) == 64 * 48)
    #expect(VP9Header.pixels(inter) > 64 * 48)
    let marker: UInt8 = 0xC0 | 1
    let index = [marker, UInt8(inter.count), UInt8(key.count), marker]
    #expect(VP9Header.pixels(inter + key + index) == VP9Header.pixels(inter))
    #expect(VP9Header.pixels(key + inter) == 64 * 48)
  }

  @Test func `bytes that end early tell no size, and none is beyond any count`() {
    let key: [UInt8] = [0x82, 0x49, 0x83, 0x42, 0x00, 0x03, 0xF0, 0x02, 0xF0]
    for count in key.indices { #expect(VP9Header.pixels(Array(key.prefix(count))) == 0) }
    #expect(VP9Header.pixels([0xDF, 0xFF, 0xFF, 0xFF]) == 0)
  }
}
