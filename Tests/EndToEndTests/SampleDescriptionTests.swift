internal import Foundation
internal import TestSupport
internal import Testing

/// Tracks whose samples are of more than one description (ISO/IEC 14496-12, 8.5.2).
@Suite(.readers) struct SampleDescriptionTests {
  @Test(arguments: [["-x264-params", "cabac=0:8x8dct=0"], ["-profile:v", "baseline"]])
  func `Pictures of two descriptions are encoded, and none is lost`(encoder: [String]) throws {
    var source = try CopySource(encoder: ["-g", "25"])
    let other = try CopySource(encoder: ["-g", "25"] + encoder)
    source.pictures.secondEntry = other.pictures.sampleEntry
    source.pictures.secondEntryStart = 25
    source.pictures.samples.replaceSubrange(25..., with: other.pictures.samples[25...])
    let folder = try ScratchFolder()
    let path = try source.write(into: folder)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["plan"]["action"].string == "encode")
    #expect(try OutputCheck(processed, sourceFrames: 50).problems == [])
    let (before, after) = (try Pictures(path), try Pictures(processed.movie))
    try #require(before.pixels.count == after.pixels.count)
    for (old, new) in zip(before.pixels, after.pixels) {
      #expect(abs(Pictures.mean(old) - Pictures.mean(new)) < 2)
    }
  }

  @Test func `Sound of two descriptions is encoded, and the pictures are copied`() throws {
    var source = try CopySource()
    let other = try CopySource(channels: 2)
    source.sound.secondEntry = other.sound.sampleEntry
    source.sound.secondEntryStart = 50
    source.sound.samples.replaceSubrange(
      50..., with: other.sound.samples[50..<source.sound.samples.count])
    let folder = try ScratchFolder()
    let path = try source.write(into: folder)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["plan"]["action"].string == "remux")
    #expect(try OutputCheck(processed, sourceFrames: 50).problems == [])
    // A sine of 0.3, before and after the change; how ffmpeg mixes the source depends on its format.
    let after = try Sound(processed.movie)
    #expect(abs(after.level + 13.5) < 1, "\(after.level) dB")
    #expect(abs(after.duration - 2) < 0.05)
  }
}
