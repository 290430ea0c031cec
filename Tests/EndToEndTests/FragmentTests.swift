internal import TestSupport
internal import Testing

/// Movies in fragments, whose index lies before each piece of media.
@Suite(.readers) struct FragmentTests {
  /// Several of its sound packets last 0 ticks and start with the next one; FFmpeg's own DASH
  /// writer makes them so.
  private func dash() throws -> String {
    try MadeMovie.path([
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-f", "lavfi", "-i",
      "sine=500:d=4:r=48000", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "50",
      "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "dash+frag_every_frame",
    ])
  }

  @Test func `Sound packets that last no time count with all their samples`() throws {
    let path = try dash()
    let packets = try FFprobe(path).packets().count { $0.kind == "audio" }
    let clock = try #require(try Clipgate.facts(path)["duration"]["audio_clock"].double)
    #expect(abs(clock - Double(packets) * 1024 / 48_000) < 0.001)
  }

  @Test func `Sound packets that last no time leave no hole in the output`() throws {
    let processed = try Clipgate.process(try dash())
    try #require(processed.isAccepted, "\(processed.summary)")
    let heard = try Sound(processed.movie).samples.dropFirst(9_600).dropLast(9_600)
    try #require(heard.count > 150_000)
    var silent = 0
    var longest = 0
    for sample in heard {
      silent = abs(sample) < 0.002 ? silent + 1 : 0
      longest = max(longest, silent)
    }
    // A tone of 500 Hz passes zero for a few samples.
    #expect(longest < 48, "\(longest) samples of silence")
  }
}
