internal import Foundation
internal import TestSupport
internal import Testing

/// Attacks, and hard but good movies: each ends cleanly, soon, and in little memory.
@Suite(.hostile) struct HostileTests {
  /// CPU seconds: budget bombs may use up the budget, everything else must be seen through early.
  private func cpuLimit(_ entry: Hostile.Entry) -> Duration {
    .seconds(entry.kind == "bomb" ? 20 : 2)
  }

  /// 400 MB, of a million bytes each.
  private static let memoryLimit = 400_000_000

  private func expectBounds(_ run: MeasuredRun, of entry: Hostile.Entry) {
    let allowed: [Outcome.Ending] =
      switch entry.outcome {
      case "accept": [.exit(0)]
      case "reject": [.exit(1)]
      default: [.exit(0), .exit(1)]
      }
    #expect(
      allowed.contains(run.outcome.ending),
      "\(run.outcome.output.prefix(600)) \(run.outcome.errors.prefix(300))")
    // A sanitizer takes time and memory of its own.
    if Sanitizer.isOn { return }
    #expect(run.outcome.cpu <= cpuLimit(entry))
    #expect(run.peakBytes <= Self.memoryLimit)
  }

  @Test(arguments: Hostile.movies)
  func `check ends as it should, within bounds`(_ entry: Hostile.Entry) throws {
    let run = try MeasuredRun(
      Program.clipgate(), ["check", "--json", "--", entry.path], deadline: .seconds(90))
    expectBounds(run, of: entry)
    let document = try #require(try Clipgate.documents(run.outcome).first)
    #expect(document["accepted"].bool == (run.outcome.ending == .exit(0)))
    #expect(document["reasons"].items.isEmpty == (run.outcome.ending == .exit(0)))
  }

  @Test(arguments: Hostile.movies)
  func `process ends as it should, within bounds, with outputs only when it accepts`(
    _ entry: Hostile.Entry
  ) throws {
    let folder = try ScratchFolder()
    let run = try MeasuredRun(
      Program.clipgate(),
      [
        "process", "--json", "-o", folder.file("out.mp4"), "--poster", folder.file("out.jpg"), "--",
        entry.path,
      ], deadline: .seconds(120))
    expectBounds(run, of: entry)
    #expect(folder.names == (run.outcome.ending == .exit(0) ? ["out.jpg", "out.mp4"] : []))
  }

  @Test(.readers, arguments: Hostile.movies.filter { $0.outcome == "accept" })
  func `A hard but good movie gives a good output`(_ entry: Hostile.Entry) throws {
    let processed = try Clipgate.process(entry.path)
    try #require(processed.isAccepted, "\(processed.summary)")
    let check = try OutputCheck(
      processed, sourceFrames: try Pictures(entry.path).count,
      secrets: try FFprobe(entry.path).tagTexts)
    #expect(check.problems == [])
  }

  @Test(arguments: ["trunc-mdat-25pc.mp4", "trunc-mdat-50pc.mp4", "trunc-mdat-90pc.mp4"])
  func `A movie with missing media is truncated, whole as its index may be`(_ name: String) throws {
    let answer = try Clipgate.verdict(try #require(Hostile.path(name)))
    #expect(answer.codes.contains("movie.truncated"), "\(answer.summary)")
  }

  /// The files that name other files or servers, with what opens nothing else in a harmless run.
  static let references = Hostile.movies.filter { ["reference", "playlist"].contains($0.kind) }

  @Test(.strace, arguments: references, ["check", "process"])
  func `A movie opens no file and no socket`(_ entry: Hostile.Entry, _ command: String) throws {
    try expectNothingOpened(entry, command, [])
  }

  @Test(.strace, arguments: references, ["check", "process"])
  func `A movie opens no file and no socket without confinement either`(
    _ entry: Hostile.Entry, _ command: String
  ) throws {
    try expectNothingOpened(entry, command, ["--unconfined"])
  }

  /// Every command, with what it says and writes; with libav's own limits alone, too.
  @Test(arguments: references, [[], ["--unconfined"]])
  func `No canary is visited, and its secret is told nowhere`(
    _ entry: Hostile.Entry, _ flags: [String]
  ) throws {
    let canary = try Canary()
    let inputs = try ScratchFolder()
    let outputs = try ScratchFolder()
    let movie = try canary.attack(entry.path, in: inputs)
    for command in [
      ["probe", "--json"], ["check", "--deep"], ["plan", "--json"],
      ["process", "--fit", "-o", outputs.file("out.mp4")],
      ["poster", "-o", outputs.file("out.jpg")],
    ] {
      let outcome = try Clipgate.run(command + flags + ["--", movie])
      #expect(outcome.ending == .exit(1), "\(command)")
      #expect(!canary.isHeard(in: outcome.outputData + outcome.errorData), "\(command)")
    }
    #expect(outputs.names == [])
    #expect(canary.visits == 0)
  }

  private func expectNothingOpened(
    _ entry: Hostile.Entry, _ command: String, _ flags: [String]
  ) throws {
    let harmless = try traced(command, flags, try #require(Hostile.path("ok-faststart.mp4")))
    let suspect = try traced(command, flags, entry.path)
    #expect(harmless.outcome.ending == .exit(0))
    #expect(suspect.outcome.ending == .exit(1))
    #expect(suspect.network == [])
    #expect(suspect.paths.subtracting(harmless.paths) == [])
  }

  /// The calls of a run, with its own input and output folder left out.
  private func traced(_ command: String, _ flags: [String], _ path: String) throws -> TracedRun {
    let folder = try ScratchFolder()
    let outputs =
      command == "process"
      ? ["-o", folder.file("out.mp4"), "--poster", folder.file("out.jpg")] : []
    let calls = try SystemCalls(
      tracing: Program.clipgate(), [command, "--json"] + flags + outputs + ["--", path])
    return TracedRun(
      outcome: calls.outcome, network: calls.network,
      paths: calls.paths.filter { !$0.hasPrefix(folder.path) && $0 != path })
  }

  private struct TracedRun {
    let outcome: Outcome
    let network: [String]
    let paths: Set<String>
  }
}
