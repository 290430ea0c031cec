import Boxes
import Testing

@Suite("A frame of AAC")
struct AACFrameTests {
  /// Bits of one string, padded with zeros to whole bytes.
  private func bytes(_ bits: String) -> [UInt8] {
    let digits = Array(bits.filter { $0 != " " })
    return stride(from: 0, to: digits.count, by: 8).map { start in
      (0..<8).reduce(UInt8(0)) { value, bit in
        value << 1 | (start + bit < digits.count && digits[start + bit] == "1" ? 1 : 0)
      }
    }
  }

  @Test("that starts with sound is left as it is", arguments: ["000 1010101011", "001 11110000"])
  func sound(bits: String) {
    #expect(AACFrame.withoutBanner(bytes(bits)) == bytes(bits))
  }

  @Test("loses the text of a short fill element, and keeps the sound behind it")
  func shortFill() {
    let text = "110 0010 0000 1010 01010101  000 110011"
    #expect(AACFrame.withoutBanner(bytes(text)) == bytes("110 0010 0000 0000 00000000  000 110011"))
  }

  @Test("loses the text of a long fill element, whose length is written in two parts")
  func longFill() {
    let count = 16
    let text = String(repeating: "1", count: 8 * count - 4)
    let blank = String(repeating: "0", count: 8 * count - 4)
    let (head, tail) = ("110 1111 00000010 0000", "001 101")
    #expect(AACFrame.withoutBanner(bytes(head + text + tail)) == bytes(head + blank + tail))
  }

  @Test("keeps a fill element that holds spectral band replication")
  func replication() {
    let bits = "110 0001 1101 1010  000 1"
    #expect(AACFrame.withoutBanner(bytes(bits)) == bytes(bits))
  }

  @Test("with user data in front can't be cleaned")
  func userData() {
    #expect(AACFrame.withoutBanner(bytes("100 0000 0 00000001 01010101")) == nil)
  }

  @Test("that breaks off is told", arguments: 0..<19)
  func brokenOff(length: Int) {
    let whole: [UInt8] = [0b1101_1110, 0b0000_0100] + Array(repeating: 0xAA, count: 18)
    #expect(AACFrame.withoutBanner(Array(whole.prefix(length))) == nil)
  }
}
