internal import TestSupport
internal import Testing

/// How much memory the program takes.
@Suite(.enabled(if: !Sanitizer.isOn, "a sanitizer takes memory of its own"))
struct MemoryTests {
  @Test(.enabled(if: Checkout.shared("perf/A.mp4") != nil, "../shared/perf is not here"))
  func `process needs at most 150 MB for 5 s of 1080p`() throws {
    let path = try #require(Checkout.shared("perf/A.mp4"))
    let folder = try ScratchFolder()
    let run = try MeasuredRun(
      Program.clipgate(),
      ["process", "-o", folder.file("out.mp4"), "--poster", folder.file("out.jpg"), path],
      deadline: .seconds(120))
    #expect(run.outcome.ending == .exit(0), "\(run.outcome.errors)")
    // MB of a million bytes.
    #expect(run.peakBytes <= 150_000_000)
  }

  @Test(
    "B121: a thousand files take no more memory than ten", .cases,
    arguments: ["noaudio.mp4", "mdatonly.mp4"])
  func noLeak(_ name: String) throws {
    let path = try CaseInputs.path(name)
    let peaks = try [10, 1_000].map { count in
      let run = try MeasuredRun(
        Program.clipgate(), ["check", "--json", "--"] + Array(repeating: path, count: count),
        deadline: .seconds(300))
      #expect(run.outcome.lines.count == count)
      return run.peakBytes
    }
    #expect(peaks[1] - peaks[0] < 20_000_000)
  }

  @Test(
    "B116 B117: a small file with a giant picture is refused before the picture is made", .cases,
    arguments: ["bomb.gif", "huge.gif"])
  func giantPicture(_ name: String) throws {
    let run = try MeasuredRun(
      Program.clipgate(), ["check", "--json", "--", try CaseInputs.path(name)])
    #expect(run.outcome.ending == .exit(1), "\(run.outcome.errors)")
    let document = try #require(try Clipgate.documents(run.outcome).first)
    let codes = document["reasons"].items.compactMap { $0["code"].string }
    let fitting = ["video.too_large", "movie.still_image", "movie.corrupt", "movie.not_recognized"]
    #expect(codes.contains { fitting.contains($0) }, "\(codes)")
    #expect(run.peakBytes <= 150_000_000)
  }
}
