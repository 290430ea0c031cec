internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// Movies with a part missing, and work that ends before its time.
@Suite(.cases, .readers) struct TruncationTests {
  @Test(
    "B124 B125: a movie without its end is refused",
    arguments: ["mdatonly.mp4", "trunc_moovend.mp4", "trunc_moovfront.mp4"])
  func missingEnd(_ name: String) throws {
    let answer = try Clipgate.verdict(try CaseInputs.path(name))
    #expect(answer.isRefused, "\(answer.summary)")
    #expect(answer.codes.contains("movie.truncated"), "\(answer.codes)")
    #expect(try Clipgate.process(try CaseInputs.path(name)).folder.names == [])
  }

  @Test("B125: pictures that were overwritten with zeros are found when all is decoded")
  func zeros() throws {
    let path = try CaseInputs.path("zerotail.mp4")
    let deep = try Clipgate.verdict(path, flags: ["--deep"])
    #expect(deep.isRefused, "\(deep.summary)")
    #expect(deep.codes.contains("movie.corrupt"), "\(deep.codes)")
    let processed = try Clipgate.process(path)
    #expect(processed.isRefused, "\(processed.summary)")
    #expect(processed.folder.names == [])
  }

  @Test(
    "B130: partly loaded and empty movies are refused", .corpus,
    arguments: ["bad_broken_no_moov.mp4", "bad_empty_header.flv"])
  func partlyLoaded(_ name: String) throws {
    let answer = try Clipgate.verdict(try #require(Corpus.path(name)))
    #expect(answer.isRefused, "\(answer.summary)")
    #expect(answer.codes.allSatisfy { $0.hasPrefix("movie.") })
  }

  /// How `process` ends that gets a signal in the middle of its work.
  private func endingOfProcess(into folder: ScratchFolder, signal: Int32) throws -> Outcome.Ending {
    let running = try Program.clipgate().start([
      "process", "--quiet", "-o", folder.file("out.mp4"), "--poster", folder.file("out.jpg"),
      try CaseInputs.path("noise.mp4"),
    ])
    Thread.sleep(forTimeInterval: 0.5)
    running.send(signal: signal)
    return try running.wait().ending
  }

  @Test("B128: a killed process leaves nothing under the output's name")
  func killed() throws {
    let folder = try ScratchFolder()
    let ending = try endingOfProcess(into: folder, signal: SIGKILL)
    #expect(ending == .signal(SIGKILL))
    #expect(!folder.names.contains("out.mp4"))
    #expect(!folder.names.contains("out.jpg"))
  }

  @Test(
    "B128: an interrupted process says so by its exit code and leaves nothing behind",
    arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func interrupted(_ signal: Int32, _ code: Int32) throws {
    let folder = try ScratchFolder()
    let ending = try endingOfProcess(into: folder, signal: signal)
    #expect(ending == .exit(code))
    #expect(folder.names == [])
  }
}
