import Foundation
import TestSupport
import Testing
import Upload

/// Transfers that are broken off, by URLSession.
///
/// FoundationNetworking of Swift 6.3 now and then ends its process there: `try!` in EasyHandle.swift:484 meets
/// libcurl's 43. So each is a program's (`UploadSteps`) and not the tests' own, and that end is a known
/// issue; every other is a failure. By libcurl `UploadTests` has the same.
@Suite("Sending a form by URLSession, broken off")
struct BreakingTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("spool"), withIntermediateDirectories: true)
  }

  /// Sends a file of zeros.
  ///
  /// - Returns: what came of it; nil where URLSession ended the program.
  private func send(
    _ size: Int, to server: ScriptedServer, timeout: Int = 60, words: [String] = []
  ) throws -> String? {
    let path = try folder.write(Data(count: size), as: "movie.mp4")
    let outcome = try Program.built("UploadSteps").run(
      ["http://127.0.0.1:\(server.port)/x", path, folder.file("spool"), "\(timeout)"] + words)
    if case .signal(SIGILL) = outcome.ending { return nil }
    if case .signal(SIGTRAP) = outcome.ending { return nil }
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  private func expect(
    _ result: String?, _ expected: String, at location: SourceLocation = #_sourceLocation
  ) {
    guard let result else {
      withKnownIssue("FoundationNetworking's EasyHandle.swift:484", sourceLocation: location) {
        Issue.record("URLSession ended the program", sourceLocation: location)
      }
      return
    }
    #expect(result == expected, sourceLocation: location)
    let left = try? FileManager.default.contentsOfDirectory(atPath: folder.file("spool"))
    #expect(left == [], sourceLocation: location)
  }

  @Test("An answer that comes before the body has gone is read")
  func early() throws {
    let server = try ScriptedServer([.early(413, body: #"{"code":"file.too_large"}"#)])
    defer { server.stop() }
    expect(try send(20_000_000, to: server), #"413 {"code":"file.too_large"}"#)
  }

  @Test("An answer that does not end is not taken")
  func longAnswer() throws {
    let text = String(repeating: "x", count: Upload.mostAnswerBytes + 1)
    let server = try ScriptedServer([.answer(200, body: text)])
    defer { server.stop() }
    expect(try send(300_000, to: server), "answer_too_long")
  }

  @Test("A server that says nothing is given up after the time that was set")
  func silent() throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    expect(try send(300_000, to: server, timeout: 1), "unreachable")
  }

  @Test("A cancelled task stops at once and leaves nothing")
  func cancelled() throws {
    let server = try ScriptedServer([.silent])
    defer { server.stop() }
    expect(try send(300_000, to: server, words: ["cancel"]), "cancelled")
  }
}
