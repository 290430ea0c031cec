internal import Foundation
internal import TestSupport
internal import Testing

/// What `plan` says of many files, and how near its predictions are.
@Suite struct PlanTests {
  /// A folder of two movies, one too long and one accepted, one of them below another folder, and of
  /// what is no movie.
  private func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let files = FileManager.default
    let (long, short) = (
      Checkout.path("samples/browser-recording.webm"), Checkout.path("samples/no-sound.mp4")
    )
    for name in ["b", "b/empty"] {
      try files.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true, attributes: nil)
    }
    _ = try folder.copy(long, as: "c.webm")
    _ = try folder.copy(short, as: "b/-.mp4")
    _ = try folder.copy(short, as: "b/.hidden.mp4")
    try files.createSymbolicLink(atPath: folder.file("link.mp4"), withDestinationPath: short)
    try files.createSymbolicLink(atPath: folder.file("b/up"), withDestinationPath: "..")
    _ = try folder.write(Data("words".utf8), as: "a.txt")
    return folder
  }

  @Test func `A folder stands for its files in order, without links and hidden ones`() throws {
    let folder = try folder()
    let outcome = try Clipgate.run(["plan", "--json", folder.path])
    #expect(outcome.ending == .exit(1))
    let documents = try Clipgate.documents(outcome)
    let names = documents.compactMap { $0["name"].string }
    #expect(names == ["a.txt", "b/-.mp4", "c.webm"].map { folder.file($0) })
    let summary = try #require(documents.last)
    #expect(summary["schema"].string == "clipgate.summary/1")
    #expect(summary["files"].int == 3)
    #expect(summary["accepted"].int == 1)
    #expect(summary["refused"].int == 2)
    #expect(summary["failed"].int == 0)
    let reasons = summary["reasons"].items
    #expect(
      reasons.compactMap { $0["code"].string } == ["duration.too_long", "movie.not_recognized"])
    #expect(reasons.map { $0["files"].int } == [1, 1])
    #expect(reasons.map { $0["bytes"].int } == [documents[2]["facts"]["bytes"].int, 5])
    #expect(summary["actions"]["encode"].int == 1)
    #expect(summary["bytes"] == documents[1]["facts"]["bytes"])
    #expect(summary["predicted_bytes"] == documents[1]["plan"]["predicted_bytes"])
    #expect(summary["predicted_seconds"] == documents[1]["plan"]["predicted_seconds"])
  }

  @Test func `Below the results people read what would be refused and what the rest would cost`()
    throws
  {
    let folder = try folder()
    let outcome = try Clipgate.run(["plan", folder.path])
    let end = outcome.lines.suffix(4)
    #expect(end.first == "3 files: 1 ok, 2 refused")
    let reasons = end.dropFirst().prefix(2).map { $0.split(separator: " ").prefix(2) }
    #expect(reasons == [["1", "duration.too_long"], ["1", "movie.not_recognized"]])
    let rest = try #require(end.last)
    #expect(rest.contains(/^  1 encode   117 KiB → about \d+ KiB in \d+\.\d\d s$/), "\(rest)")
  }

  @Test func `An empty folder has no files, and that is no refusal`() throws {
    let folder = try folder()
    let outcome = try Clipgate.run(["plan", folder.file("b/empty")])
    #expect(outcome.ending == .exit(0))
    #expect(outcome.lines == ["0 files"])
  }

  @Test func `What can't be read is no refusal by the policy`() throws {
    let folder = try folder()
    let long = (0..<20).map { _ in String(repeating: "x", count: 240) }.joined(separator: "/")
    _ = try #require(Program.installed("bash")).run(
      [
        "-c", "cd $1; for i in {1..20}; do mkdir $2 && cd $2; done", "-", folder.file("b/empty"),
        String(repeating: "x", count: 240),
      ])
    let outcome = try Clipgate.run(["plan", "--json", folder.path, folder.file("missing.mp4")])
    #expect(outcome.ending == .exit(3))
    let documents = try Clipgate.documents(outcome)
    // What lies too deep to be named is told as well.
    #expect(documents.contains { $0["name"].string?.contains(long.prefix(3_000)) == true })
    let summary = try #require(documents.last)
    #expect(summary["failed"].int == 2)
    #expect(summary["refused"].int == 2)
    #expect(
      summary["reasons"].items.compactMap { $0["code"].string }
        == ["duration.too_long", "movie.not_recognized"])
  }

  @Test func `Files that are named one by one are summed up as before`() throws {
    let sample = Checkout.path("samples/no-sound.mp4")
    let documents = try Clipgate.documents(Clipgate.run(["plan", "--json", sample, sample]))
    #expect(documents.count == 2)
    #expect(documents.allSatisfy { $0["schema"].string == "clipgate.plan/1" })
  }

  @Test func `Only plan opens folders: for check they are no movies`() throws {
    let folder = try folder()
    let outcome = try Clipgate.run(["check", "--json", folder.path])
    #expect(outcome.ending == .exit(3))
  }

  @Test func `A target is planned for`() throws {
    let sample = Checkout.path("samples/no-sound.mp4")
    let plan = try Clipgate.plan(sample, flags: ["--target-bytes", "20000"]).document["plan"]
    #expect(plan["predicted_bytes"].int == 20_000)
    #expect(try Clipgate.run(["plan", "--target-bytes", "0", sample]).ending == .exit(2))
  }

  @Test(
    "The predicted size of a plain movie is within a factor of three",
    arguments: ["no-sound.mp4", "phone-portrait.mov", "variable-frame-rate.mp4", "wide-pixels.mp4"])
  func size(_ name: String) throws {
    let processed = try Clipgate.process(Checkout.path("samples/\(name)"))
    let predicted = try #require(try processed.plan()["predicted_bytes"].double)
    let written = try #require(processed.report["output"]["bytes"].double)
    #expect((1.0 / 3...3).contains(predicted / written), "\(predicted) for \(written)")
  }
}
