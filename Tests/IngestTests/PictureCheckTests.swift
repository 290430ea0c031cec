import FFmpeg
import Foundation
import Rules
import TestSupport
import Testing

@testable import Ingest

/// What a verdict learns of the first picture, and of how many packets.
@Suite(.movies) struct PictureCheckTests {
  /// - Returns: the first whole picture's time and size, and how many packets it took.
  private func first(
    _ path: String, asksEarly: Bool
  ) throws -> (time: Int64?, width: Int?, packets: Int) {
    let file = try OpenFile(path)
    var demuxer = try Demuxer(
      descriptor: file.descriptor, size: file.size, format: "mov")
    let stream = try #require(demuxer.streams.first { $0.kind == .video })
    var check = try PictureCheck(
      demuxer, stream: stream.index, container: .mp4, maxPixels: 1_000_000, decodesAll: false,
      asksEarly: asksEarly)
    let packet = try Packet()
    var packets = 0
    while check.wantsMore, try demuxer.read(into: packet) {
      guard packet.streamIndex == stream.index else { continue }
      packets += 1
      try check.add(packet, isSecondField: false, beginsPart: false)
    }
    try check.finish()
    return (check.firstTime, check.first?.width, packets)
  }

  private func movie(_ encoder: [String]) throws -> String {
    try MadeMovie.path(
      ["-f", "lavfi", "-i", "testsrc2=s=320x240:r=25", "-frames:v", "30", "-c:v"] + encoder,
      type: "mp4")
  }

  @Test(
    "the first key frame is had of its own packet, and is the same one",
    arguments: [
      ["libx264", "-bf", "3", "-x264-params", "b-pyramid=normal"],
      ["libx265", "-x265-params", "bframes=3:log-level=error"],
    ])
  func early(_ encoder: [String]) throws {
    let path = try movie(encoder)
    let early = try first(path, asksEarly: true)
    let late = try first(path, asksEarly: false)
    #expect(early.packets == 1)
    #expect(late.packets > 1)
    #expect(early.time == late.time && early.width == late.width && early.width == 320)
  }

  @Test func `where the first key frame is broken the next whole picture is found, as before`()
    throws
  {
    let path = try movie(["libx264", "-bf", "2", "-g", "10", "-sc_threshold", "0"])
    let bytes = try Data(contentsOf: URL(filePath: path))
    let places = try FFprobe(path).pictureBytes()
    let key = try #require(places.first)
    var broken = bytes
    for place in key.lowerBound + key.count / 2..<key.upperBound { broken[place] = 0x55 }
    let folder = try ScratchFolder()
    let name = folder.file("broken.mp4")
    try broken.write(to: URL(filePath: name))
    let early = try first(name, asksEarly: true)
    let late = try first(name, asksEarly: false)
    #expect(early.time == late.time && early.width == late.width)
    #expect(early.packets > 1)
  }
}
