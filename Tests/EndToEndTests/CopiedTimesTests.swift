internal import Foundation
internal import TestSupport
internal import Testing

/// Copied sound keeps its place beside the pictures, and brings nothing that nobody should hear.
@Suite(.readers) struct CopiedTimesTests {
  private static let black = "color=black:s=320x240:r=25:d=2"

  private func process(
    _ source: CopySource, _ action: String, in folder: ScratchFolder
  ) throws -> Processed {
    let processed = try Clipgate.process(try source.write(into: folder))
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["plan"]["action"].string == action, "\(processed.report["plan"])")
    #expect(try OutputCheck(processed, sourceFrames: 50).problems == [])
    return processed
  }

  /// When the first light picture is shown, and when the click is heard, in seconds.
  private func flashAndClick(_ path: String) throws -> (flash: Double, click: Double) {
    let pictures = try Pictures(path)
    let flash = try #require(pictures.pixels.firstIndex { Pictures.mean($0) > 128 })
    return (pictures.times[flash], try #require(try Sound(path).onset))
  }

  @Test func `Encoded sound ends where its edit list does, whatever its last packet holds`() throws
  {
    var source = try CopySource(length: 3)
    source.sound.edits = [.init(duration: 1000, mediaTime: 1_024)]
    let folder = try ScratchFolder()
    let processed = try Clipgate.process(try source.write(into: folder), flags: ["--to", "1.8"])
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["plan"]["action"].string == "encode")
    let sound = processed.report["output"]["facts"]["audio"]["duration"].double
    #expect(abs((try #require(sound)) - 1) < 0.000_5, "\(sound ?? 0) s")
  }

  @Test(arguments: [8_000, 16_000, 22_050, 44_100, 48_000], [0, 64, 896, 1_088, 2_112])
  func `Flash and click stay together wherever in a packet the sound begins`(
    rate: Int, lead: Int
  ) throws {
    // The click is a second after the sound's start, which is `lead` samples into it.
    let time = "(t-\(lead)/\(rate))"
    var source = try CopySource(
      filter: Self.black + ",drawbox=t=fill:c=white:enable='between(t,0.99,1.3)'",
      sound: "aevalsrc='if(between(\(time),1,1.02),0.8*sin(\(time)*6000),0)'", rate: rate,
      length: 2.5)
    source.sound.edits = [.init(duration: 2000, mediaTime: Int64(1_024 + lead))]
    let folder = try ScratchFolder()
    let processed = try process(source, "copy", in: folder)
    let path = processed.source
    let before = try flashAndClick(path)
    let after = try flashAndClick(processed.movie)
    #expect(before.flash == after.flash)
    #expect(abs(before.click - after.click) <= 0.001, "\(before) became \(after)")
    // What ffmpeg makes of the source is not believed alone; pre-echo is a packet at most.
    #expect((1 - 1_024 / Double(rate)...1.002).contains(after.click), "\(after)")
  }

  @Test(arguments: [44_100, 48_000])
  func `Sound that an edit list hides is in no output, heard or not`(rate: Int) throws {
    // Loud for what is hidden, silent for what is shown.
    let hidden = 4_000
    var source = try CopySource(
      sound: "aevalsrc='if(lt(t,\(hidden)/\(rate)-0.03),0.8*sin(2764*t),0)'", rate: rate,
      length: 2.5)
    source.sound.edits = [.init(duration: 2000, mediaTime: Int64(1_024 + hidden))]
    let folder = try ScratchFolder()
    let processed = try process(source, "remux", in: folder)
    let all = try Tool.ffmpeg.output([
      "-v", "error", "-ignore_editlist", "1", "-i", processed.movie, "-map", "0:a", "-f", "s16le",
      "-",
    ])
    #expect(all.count > 2 * rate)
    #expect(all.allSatisfy { $0 < 8 || $0 > 247 }, "no sample is loud")
  }

  @Test func `Packets before the heard ones stay behind, but for one, and those behind them`()
    throws
  {
    var source = try CopySource(length: 3)
    source.sound.edits = [.init(duration: 1000, mediaTime: 2_944)]
    let folder = try ScratchFolder()
    let processed = try process(source, "copy", in: folder)
    let packets = try FFprobe(processed.movie).packets().filter { $0.kind == "audio" }
    // Samples 2,944 to 50,944 lie in packets 2 to 49.
    #expect(packets.count == 49)
    let edits = try MovieBoxes(processed.movie).editLists
    #expect(edits.contains { $0.first?.mediaTime == 2_944 - 1_024 })
  }

  @Test func `A movie whose sound alone is hidden keeps its pictures`() throws {
    // A second of sound before what is heard: more than the tolerance for hidden media.
    var source = try CopySource(length: 3)
    source.sound.edits = [.init(duration: 1000, mediaTime: 49_024)]
    let folder = try ScratchFolder()
    let processed = try process(source, "remux", in: folder)
    let reasons = processed.report["plan"]["reasons"].items.compactMap(\.string)
    #expect(reasons == ["hidden media"])
    // Nor is anything heard that the list leaves out behind it: packets hold 22 ms more.
    let sound = processed.report["output"]["facts"]["audio"]["duration"].double
    #expect(abs((try #require(sound)) - 1) < 0.000_5, "\(sound ?? 0) s")
  }

  @Test func `Sound whose times only waver is copied`() throws {
    var source = try CopySource()
    for index in stride(from: 2, to: 60, by: 2) {
      source.sound.samples[index].duration = 1_024 + 16
      source.sound.samples[index + 1].duration = 1_024 - 16
    }
    let folder = try ScratchFolder()
    _ = try process(source, "copy", in: folder)
  }

  @Test func `Sound with a gap in it is encoded, with the gap`() throws {
    var source = try CopySource(
      sound: "aevalsrc='if(between(t,1,1.02),0.8*sin(t*6000),0)'")
    source.sound.samples[9].duration = 1_024 + 24_000
    source.sound.edits = [.init(duration: 2000, mediaTime: 1_024)]
    let folder = try ScratchFolder()
    let processed = try process(source, "remux", in: folder)
    let path = processed.source
    let before = try #require(try Sound(path).onset)
    let after = try #require(try Sound(processed.movie).onset)
    #expect(before > 1.4)
    #expect(abs(before - after) < 0.005, "\(before) became \(after)")
  }
}
