import Foundation
import TestSupport
import Testing

/// What the README prints is what a newcomer types.
@Suite struct ServiceReadmeTests {
  @Test(.enabled(if: Program.installed("curl") != nil, "curl is not installed"))
  func `the lines of the README work as they are printed`() throws {
    let readme = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
    let block = try #require(readme.firstMatch(of: #/<!-- curl -->\n```sh\n((?s).*?)```\n/#)).1
    let service = try RunningService()
    let folder = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("samples"), withDestinationPath: Checkout.path("samples"))
    // Another port, and a failure where curl gets no 2xx.
    let script =
      "set -e\ncurl() { command curl -sS --fail-with-body \"$@\"; }\n"
      + block.replacing("127.0.0.1:8080", with: "127.0.0.1:\(service.port)")
    let path = try folder.write(Data(script.utf8), as: "lines.sh")
    let bash = try #require(Program.installed("bash"))
    let outcome = try bash.run([path], directory: folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.output)\n\(outcome.errors)")
    #expect(try FFprobe(folder.file("clip.mp4")).videos.count == 1)
    #expect(
      try Data(contentsOf: URL(filePath: folder.file("clip.jpg"))).starts(with: [0xFF, 0xD8]))
    #expect(outcome.output.contains("clipgate_uploads_total"))
  }
}
