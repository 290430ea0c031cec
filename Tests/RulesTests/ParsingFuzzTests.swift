import Testing

@testable import Rules

@Suite("Any text at all")
struct ParsingFuzzTests {
  /// The same texts in every run: a linear congruential generator with Knuth's MMIX constants.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 32)
    }
  }

  private func texts(of alphabet: String, seed: UInt64) -> [String] {
    var generator = Generator(state: seed)
    let letters = Array(alphabet)
    return (0..<20_000).map { _ in
      let length = Int.random(in: 0...14, using: &generator)
      return String((0..<length).compactMap { _ in letters.randomElement(using: &generator) })
    }
  }

  @Test(
    "Text is a time that prints back to itself, or is refused", arguments: [1, 2, 3] as [UInt64])
  func times(seed: UInt64) throws {
    var read = 0
    for text in texts(of: "00112345679..:::sm -+e٣", seed: seed) {
      guard let time = try? Duration(parsing: text) else { continue }
      read += 1
      let wrong = !text.utf8.allSatisfy("0123456789.:sm".utf8.contains) || time < .zero
      // Milliseconds may have decimals below the nanosecond that is printed.
      let again = try Duration(parsing: time.shortText)
      if wrong || (!text.hasSuffix("ms") && again != time) { Issue.record("\(text): \(time)") }
    }
    #expect(read > 100)
  }

  @Test(
    "Text is a size that prints back to itself, or is refused", arguments: [1, 2, 3] as [UInt64])
  func sizes(seed: UInt64) throws {
    var read = 0
    for text in texts(of: "0012345679999.KMGiBk -", seed: seed) {
      guard let size = try? ByteCount(parsing: text) else { continue }
      read += 1
      let again = try ByteCount(parsing: size.shortText)
      if size.bytes < 0 || again != size { Issue.record("\(text): \(size.bytes)") }
    }
    #expect(read > 100)
  }
}
