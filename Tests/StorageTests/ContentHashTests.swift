import Foundation
import Glibc
import Storage
import TestSupport
import Testing

@Suite struct ContentHashTests {
  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
  }

  /// The examples of FIPS 180-2, appendix B, and the empty message.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `a digest is the standard's, however the bytes come`(text: String, digest: String) throws {
    let bytes = Array(text.utf8)
    for piece in [1, 3, 64, 1000] {
      var hash = try ContentHash()
      for start in stride(from: 0, to: bytes.count, by: piece) {
        let part = Array(bytes[start..<min(start + piece, bytes.count)])
        hash.update(part.span)
      }
      let made = hash.finish()
      #expect(hexadecimal(made) == digest)
    }
  }

  @Test func `a file's digest is that of sha256sum, and its place stays`() throws {
    let folder = try ScratchFolder()
    var generator = SeededGenerator(seed: 7)
    let content = Data(
      (0..<300_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    let path = try folder.write(content, as: "content")
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    try file.seek(toOffset: 17)
    let (count, digest) = try ContentHash.digest(ofFile: file.fileDescriptor)
    #expect(count == 300_000)
    #expect(try file.offset() == 17)
    let sum = try #require(Program.installed("sha256sum"))
    #expect(try sum.run([path]).output.hasPrefix(hexadecimal(digest)))
  }
}
