import Ingest
import Rules
import TestSupport
import Testing

@Suite(.movies) struct PosterTests {
  private func poster(_ file: OpenFile, _ time: PosterTime = .best) throws -> (
    report: PosterReport, file: OpenFile
  ) {
    let output = try OpenFile()
    let report = try Pipeline.poster(
      descriptor: file.descriptor, name: "movie", policy: Policy(), posterTime: time,
      into: output.descriptor)
    #expect(report.output == nil)
    return (try #require(report.poster, "\(report.reasons)"), output)
  }

  @Test func `a poster of noise has at most 100 KB`() throws {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i",
        "nullsrc=s=640x360:r=5:d=0.4,geq=lum='random(1)*255':cb='random(2)*255':cr='random(3)*255'",
        "-c:v", "libx264", "-crf", "1", "-preset", "ultrafast",
      ])
    let (report, file) = try poster(OpenFile(path), .first)
    #expect(report.bytes == file.size)
    #expect(report.bytes <= 100_000)
    #expect(report.width == 640)
    #expect(report.height == 360)
  }

  @Test(arguments: [
    "0xC82828", "0x28C828", "0x2828C8", "0xC8C828", "0xF0F0F0", "0x808080", "0x28A0A0",
  ])
  func `a poster's colours are the movie's, within 4 of 255`(color: String) throws {
    let path = try MadeMovie.path([
      "-f", "lavfi", "-i", "color=\(color):s=64x48:r=25:d=0.2", "-vf",
      "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-c:v", "libx264", "-crf", "1",
      "-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc",
      "bt709",
    ])
    let (_, file) = try poster(OpenFile(path), .first)
    let shown = try #require(try Pictures(file.path, as: .quadrants).pixels.first)
    let own = try #require(try Pictures(path, as: .quadrants).pixels.first)
    for (one, other) in zip(shown, own) { #expect(abs(Int(one) - Int(other)) <= 4) }
    #expect(shown.count == 12)
  }
}
