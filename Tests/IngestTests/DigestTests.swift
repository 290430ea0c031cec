import FFmpeg
import TestSupport
import Testing

@testable import Ingest

@Suite struct DigestTests {
  /// Sizes on both sides of the pieces that are read at once.
  @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 1_000_000])
  func `a file that is read in pieces has the digest of the whole`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let file = try OpenFile(holding: bytes)
    var hash = try SHA256()
    hash.update(bytes)
    let whole = hash.finish()
    let digest = try InputFile(descriptor: file.descriptor).sha256(interruption: Interruption())
    #expect(digest == whole)
  }

  @Test func `a file that became shorter is unreadable`() throws {
    let file = try OpenFile(holding: [1, 2, 3])
    let input = try InputFile(descriptor: file.descriptor)
    try file.becomes(OpenFile(holding: [1]))
    let error = #expect(throws: IngestError.self) {
      try input.sha256(interruption: Interruption())
    }
    #expect(error?.code == .unreadable)
  }

  @Test func `an interruption ends it`() throws {
    let file = try OpenFile(holding: [1])
    let interruption = Interruption()
    interruption.interrupt()
    let error = #expect(throws: IngestError.self) {
      try InputFile(descriptor: file.descriptor).sha256(interruption: interruption)
    }
    #expect(error?.code == .interrupted)
  }
}
