import Foundation
import TestSupport
import Testing

/// What the README prints of uploads is what a newcomer types.
@Suite struct UploadReadmeTests {
  private static func readme() throws -> String {
    try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
  }

  @Test func `the README's lines of upload work as they are printed`() throws {
    let lines = #/<!-- upload -->\n```sh\n((?s).*?)```\n/#
    let block = try #require(Self.readme().firstMatch(of: lines)).1
    let service = try RunningService()
    let folder = try ScratchFolder()
    let program = try Program.clipgate().path
    let script =
      "set -e\nclipgate() { '\(program)' \"$@\"; }\n"
      + block.replacing("127.0.0.1:8080", with: "127.0.0.1:\(service.port)")
    let path = try folder.write(Data(script.utf8), as: "lines.sh")
    let bash = try #require(Program.installed("bash"))
    let outcome = try bash.run([path], directory: Checkout.path("."))
    #expect(outcome.ending == .exit(0), "\(outcome.output)\n\(outcome.errors)")
    #expect(try service.get("/v1/clips").document["clips"].items.count == 3)
  }

  @Test func `the example that sends is the one that is built`() throws {
    let example = try String(
      contentsOfFile: Checkout.path("Examples/Send/main.swift"), encoding: .utf8)
    #expect(try Self.readme().contains("<!-- send -->\n```swift\n\(example)```\n"))
  }

  @Test func `the example sends a movie, and says what the service says`() throws {
    let service = try RunningService()
    let example = try Program.built("Send")
    // What a program holds at its end is no leak, though a sanitizer does not find who holds it.
    let environment: [String: String?] = Sanitizer.isOn ? ["ASAN_OPTIONS": "detect_leaks=0"] : [:]
    let url = "http://127.0.0.1:\(service.port)/v1/clips"
    let taken = try example.run(
      [Checkout.path("samples/phone-portrait.mov"), url], environment: environment)
    #expect(taken.ending == .exit(0), "\(taken.errors)")
    #expect(taken.output.contains("100 %") && taken.output.contains("clipgate.clip/1"))
    let refused = try example.run(
      [Checkout.path("samples/lying-header.mp4"), url], environment: environment)
    #expect(refused.ending == .exit(1))
    #expect(refused.output.contains("422") && refused.output.contains("duration.too_long"))
  }

  @Test(.enabled(if: !Sanitizer.isOn, "a sanitizer's memory is its own"))
  func `memory does not grow with the file that is sent`() throws {
    let folder = try ScratchFolder()
    let server = try ScriptedServer([.answer(200)])
    defer { server.stop() }
    let example = try Program.built("Send")
    var peaks: [Int] = []
    let sizes = [1_000_000, 100_000_000, 400_000_000]
    for size in sizes {
      let path = folder.file("\(size)")
      _ = try folder.write(Data(), as: "\(size)")
      // Without a byte on disk: zeros all the same.
      try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: UInt64(size))
      let run = try MeasuredRun(
        example, [path, "http://127.0.0.1:\(server.port)/x"],
        environment: ["TMPDIR": folder.path], deadline: .seconds(120))
      #expect(run.outcome.ending == .exit(0), "\(run.outcome.errors)")
      peaks.append(run.peakBytes)
    }
    #expect(zip(server.requests.map(\.count), sizes).allSatisfy { $0 > $1 })
    // What is on its way may differ, what is sent in all not.
    #expect(peaks[2] - peaks[0] < 40_000_000, "\(peaks)")
    #expect(folder.names.count == sizes.count)
  }
}
