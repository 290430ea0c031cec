import TestSupport
import Testing

@testable import Boxes

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

  private static let mono = AudioSpecificConfig([0x11, 0x88])
  private static let stereo = AudioSpecificConfig([0x11, 0x90])
  /// A single channel of silence: its tag, gain, window, and no tools.
  private static let single = "000 0000 10000000 0 00 0 000000 0 0 0 0"
  /// Two channels of silence with windows of their own.
  private static let pair =
    "001 0000 0 10000000 0 00 0 000000 0 0 0 0 10000000 0 10 1 0000 1010101 0 0 0"
  /// A text of five bytes in a fill element, and in data stream elements.
  private static let fill = "110 0101 0000 0100 01000001 01000010 01000011 01000100"
  private static let data = "100 0000 0 00000010 01000001 01000010"

  private func cleaned(_ bits: String, stereo: Bool = false) throws -> [UInt8]? {
    let configuration = try #require(stereo ? Self.stereo : Self.mono)
    return AACFrame.withoutBanner(bytes(bits), configuration)
  }

  @Test("that is only sound is left as it is")
  func sound() throws {
    #expect(try cleaned(Self.single + "111") == bytes(Self.single + "111"))
    #expect(try cleaned(Self.pair + "111", stereo: true) == bytes(Self.pair + "111"))
  }

  @Test(
    "loses what is not sound, wherever it stands",
    arguments: [
      fill + single + "111", single + fill + "111", data + single + data + fill + "111",
      fill + fill + single + "111", "110 0000" + single + "111",
      single + "111 00000 01000001 01000010", "110 1111 00000010" + text(16) + single + "111",
      "100 0000 0 11111111 00000001" + text(256) + single + "111",
    ])
  func banners(bits: String) throws {
    #expect(try cleaned(bits) == bytes(Self.single + "111"))
  }

  private static func text(_ count: Int) -> String {
    "0000" + String(repeating: "01000001", count: count).dropFirst(4)
  }

  @Test("loses a data stream element whose bytes are aligned")
  func aligned() throws {
    let head = "100 0000 1 00000001"
    let bits = head + "01000001" + Self.single + "111"
    #expect(try cleaned(bits) == bytes(Self.single + "111"))
    // The same behind the sound, where it takes padding.
    let length = Self.single.filter { $0 != " " }.count + 16
    let padding = String(repeating: "0", count: (8 - length % 8) % 8)
    #expect(
      try cleaned(Self.single + head + padding + "01000001 111") == bytes(Self.single + "111"))
  }

  @Test(
    "that holds other things that a decoder uses can't be cleaned",
    arguments: [
      "101 0000 01" + single + "111",  // a programme configuration
      "010 0000" + single + "111", "011 0000" + single + "111",  // coupling, low frequencies
      "110 0001 1101 0000" + single + "111", single + "110 0001 1110 0000 111",  // replication
      single + single + "111", pair + "111", "111", fill + "111",
      "000 0000 10000000 1 00 0 000000 0 0 0 0 111",  // the reserved bit
      "000 0000 10000000 0 00 0 000000 1 0 0 0 111",  // prediction
      "000 0000 10000000 0 00 0 000000 0 0 0 1 111",  // gain control
      "000 0000 10000000 0 00 0 000001 0 0000 00000 0 0 0 111",  // an empty section
      "000 0000 10000000 0 00 0 000001 0 0000 00010 0 0 0 111",  // one that is too long
      "000 0000 10000000 0 00 0 000001 0 1100 00001 0 0 0 111",  // a book that is none
      "000 0000 10000000 0 00 0 110010 0 0000 11111 10011 0 0 0 111",  // 50 of 49 bands
      "000 0000 10000000 0 10 0 0000 0000000 1 00 000000 000000000 0 0 111",  // short pulses
    ])
  func others(bits: String) throws {
    #expect(try cleaned(bits) == nil)
  }

  @Test("of other than its configuration's channels can't be cleaned")
  func channels() throws {
    #expect(try cleaned(Self.single + "111", stereo: true) == nil)
  }

  @Test("that breaks off can't be cleaned")
  func brokenOff() throws {
    let configuration = try #require(Self.stereo)
    let frame = bytes(Self.data + Self.pair + Self.fill + "111")
    for length in 0..<frame.count {
      #expect(AACFrame.withoutBanner(Array(frame.prefix(length)), configuration) == nil)
    }
  }

  /// Sound of every kind: tones, noise, clicks in silence (short windows), and loud squares.
  private static let sources = [
    "aevalsrc='0.4*sin(2*PI*440*t)+0.2*sin(2*PI*3000*t)|0.3*sin(2*PI*442*t)'",
    "aevalsrc='0.5*(random(0)-0.5)|0.4*(random(1)-0.5)'",
    "aevalsrc='if(lt(mod(t,0.13),0.002),0.9*(random(0)-0.5),0)|if(lt(mod(t,0.2),0.01),0.8,0)'",
    "aevalsrc='0.95*(2*lt(mod(t*311,1),0.5)-1)|0.95*(2*lt(mod(t*97,1),0.5)-1)'",
  ]

  @Test(
    "of every rate is read to its last bit",
    .enabled(if: MovieMakerProgram.exist("ffmpeg", "ffprobe"), "ffmpeg or ffprobe is not there"),
    arguments: [
      96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025,
      8_000, 7_350,
    ])
  func everyRate(rate: Int) throws {
    for (index, source) in Self.sources.enumerated() {
      for (channels, quality) in [(1, "0.3"), (2, "1.5"), (2, "5")] {
        let made = try MovieMakerSource(ffmpeg: [
          "-f", "lavfi", "-i", "\(source):s=\(rate):d=1", "-c:a", "aac", "-ac", "\(channels)",
          "-q:a", quality, "-aac_coder", index % 2 == 0 ? "twoloop" : "fast",
        ])
        let configuration = try #require(AudioSpecificConfig(made.audioSpecificConfig))
        #expect(configuration.sampleRate == rate)
        #expect(configuration.bytes == made.audioSpecificConfig)
        try #require(made.audio.count > 5)
        // The first frame has the encoder's name before the sound; the others have no more.
        for sample in made.audio.dropFirst() {
          #expect(AACFrame.withoutBanner(sample.bytes, configuration) == sample.bytes)
        }
        let first = try #require(made.audio.first).bytes
        let cleaned = try #require(AACFrame.withoutBanner(first, configuration))
        #expect(cleaned.count < first.count)
        #expect(AACFrame.withoutBanner(cleaned, configuration) == cleaned)
      }
    }
  }

  @Test("is read by complete books")
  func books() {
    let sizes = [81, 81, 81, 81, 81, 81, 64, 64, 169, 169, 289]
    // Of codes of four of three values, two of eight, of thirteen, and of seventeen.
    let signs = [0, 0, 216, 216, 0, 0, 112, 112, 312, 312, 544]
    #expect(AACBook.books.map { $0.counts.reduce(0, +) } == sizes)
    #expect(AACBook.books.map { $0.tails.reduce(0) { $0 + $1.signs } } == signs)
    #expect(AACBook.books[10].tails.reduce(0) { $0 + $1.escapes } == 34)
    #expect(AACBook.scalefactors.counts.reduce(0, +) == 121)
    for book in AACBook.books + [AACBook.scalefactors] {
      #expect(book.tails.isEmpty || book.tails.count == book.counts.reduce(0, +))
      let length = book.counts.count
      let share = book.counts.enumerated().reduce(0) { $0 + $1.element << (length - 1 - $1.offset) }
      #expect(share == 1 << length, "every bit string begins with a code")
    }
  }
}
