internal import Foundation
internal import TestSupport
internal import Testing

/// Sound that is missing, of another codec, or undecodable.
@Suite(.cases, .readers) struct SoundTests {
  private func processed(_ name: String, _ flags: [String] = []) throws -> Processed {
    let processed = try Clipgate.process(try CaseInputs.path(name), flags: flags)
    try #require(processed.isAccepted, "\(processed.summary)")
    return processed
  }

  @Test("B022: a silent movie stays silent")
  func silentMovie() throws {
    let processed = try processed("noaudio.mp4")
    let output = try FFprobe(processed.movie)
    #expect(output.videos.count == 1)
    #expect(output.streams.count == 1)
    #expect(processed.report["facts"]["audio"].isNull)
  }

  @Test("B022: a silent movie is refused where sound is required")
  func requiredSound() throws {
    let answer = try Clipgate.verdict(
      try CaseInputs.path("noaudio.mp4"), flags: ["--require-audio"])
    #expect(answer.isRefused)
    #expect(answer.codes == ["audio.missing"])
  }

  @Test(
    "B023: sound without a picture is refused for having no video",
    arguments: ["audioonly.mp4", "audioonly.mpg"])
  func soundAlone(_ name: String) throws {
    let answer = try Clipgate.verdict(try CaseInputs.path(name))
    #expect(answer.isRefused, "\(answer.summary)")
    #expect(answer.codes.contains("movie.no_video"), "\(answer.summary)")
  }

  @Test(
    "B024 B026 B027: sound of another codec comes out as AAC, as loud as it was",
    arguments: ["pcm.mov", "opus.mp4", "apac2.mov"])
  func soundBecomesAAC(_ name: String) throws {
    let processed = try processed(name)
    let audios = try FFprobe(processed.movie).audios
    #expect(audios.count == 1)
    #expect(audios.first?["codec_name"].string == "aac")
    let before = try Sound(processed.source).level
    let after = try Sound(processed.movie).level
    #expect(abs(before - after) <= 1, "\(before) dB became \(after) dB")
  }

  @Test("B030: a trim keeps the sound of what is left")
  func trimKeepsSound() throws {
    let processed = try processed("base12.mp4", ["--from", "2", "--to", "4"])
    let sound = try Sound(processed.movie)
    #expect(abs(sound.duration - 2) <= 0.05)
    let before = try Sound(processed.source).level
    #expect(abs(sound.level - before) <= 1)
  }

  @Test(arguments: [64, 65, 80])
  func `Sound of more channels than can be mixed is a warning, and no reason to fail`(
    channels: Int
  ) throws {
    let folder = try ScratchFolder()
    let samples = try folder.write(Data(count: channels * 2 * 8_000), as: "sound.raw")
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1", "-f", "s16le", "-ar", "8000", "-ac",
        "\(channels)", "-i", samples, "-c:v", "libx264", "-c:a", "pcm_s16le",
      ], type: "mkv")
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    let isHeard = channels <= 64
    #expect(processed.answer.warnings == (isHeard ? [] : ["audio.not_decodable"]))
    #expect((try FFprobe(processed.movie).audios.count == 1) == isHeard)
    #expect(try Clipgate.verdict(path, flags: ["--require-audio"]).isAccepted == isHeard)
  }

  @Test(arguments: [[], ["--deep"]])
  func `A track of sound that holds nothing does not stand before one that does`(
    flags: [String]
  ) throws {
    let tone = ["-f", "lavfi", "-i", "sine=d=1"]
    let path = try MadeMovie.path(
      ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1"] + tone + tone + [
        "-map", "0:v", "-map", "1:a", "-map", "2:a", "-c:v", "libx264", "-c:a", "aac", "-bsf:a:0",
        "noise=drop=1", "-disposition:a:0", "default",
      ], type: "mkv")
    #expect(try Set(FFprobe(path).packets().map(\.kind)) == ["video", "audio"])
    let verdict = try Clipgate.verdict(path, flags: flags + ["--require-audio"])
    #expect(verdict.isAccepted, "\(verdict.summary)")
    #expect(verdict.facts["audio"]["index"].int == 2)
    #expect(verdict.warnings == [])
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(abs(try Sound(processed.movie).duration - 1) < 0.05)
  }
}
