internal import Foundation
internal import TestSupport
internal import Testing

/// The same movie gives the same bytes, whatever memory held before.
@Suite(.readers) struct ReproducibilityTests {
  @Test(arguments: ["320x180", "202x360", "98x130"])
  func `An output does not depend on memory that nobody wrote`(size: String) throws {
    let path = try MadeMovie.path([
      "-f", "lavfi", "-i", "testsrc2=s=\(size):r=30:d=3", "-f", "lavfi", "-i", "sine=500:d=3",
      "-c:v", "mpeg4", "-q:v", "3", "-c:a", "aac",
    ])
    let folder = try ScratchFolder()
    let outputs = try ["0", "1", "77", "200"].map { (fill: String) -> Data in
      let output = folder.file("\(fill).mp4")
      // The C library fills each new piece of memory with the complement of this.
      let outcome = try Clipgate.run(
        ["process", "-o", output, "--", path], environment: ["MALLOC_PERTURB_": fill])
      try #require(outcome.ending == .exit(0))
      return try Data(contentsOf: URL(filePath: output))
    }
    #expect(Set(outputs).count == 1)
    #expect(outputs[0].count > 10_000)
  }
}
