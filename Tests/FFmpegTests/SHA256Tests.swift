import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite struct SHA256Tests {
  /// The digest of bytes that come in pieces of these sizes.
  private func digest(_ pieces: [[UInt8]]) throws -> String {
    var hash = try SHA256()
    for piece in pieces { hash.update(piece) }
    return hash.finish()
  }

  @Test func `no bytes have the digest that the standard gives`() throws {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(try digest([]) == empty)
    #expect(try digest([[], []]) == empty)
  }

  @Test(
    .enabled(if: Program.installed("sha256sum") != nil, "sha256sum is not installed"),
    arguments: [1, 55, 56, 63, 64, 65, 127, 128, 4096, 100_001])
  func `bytes in pieces have the digest that sha256sum gives of the whole`(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let size = Int.random(in: 0...min(rest.count, 5000), using: &random)
      pieces.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    let program = try #require(Program.installed("sha256sum"))
    let expected = try program.run([], input: .init(bytes)).output.prefix(64)
    #expect(try digest(pieces) == expected)
  }
}
