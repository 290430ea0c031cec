import Testing

@testable import Rules

@Suite("Sizes as people write and read them")
struct ByteCountTests {
  @Test(
    "A size is read exactly",
    arguments: [
      ("0", 0), ("10485760", 10_485_760), ("10MB", 10_000_000), ("10MiB", 10_485_760),
      ("1.5MiB", 1_572_864), ("1KB", 1_000), ("1kB", 1_000), ("1KiB", 1_024),
      ("1GB", 1_000_000_000),
      ("1GiB", 1_073_741_824), ("512B", 512), ("0.001KB", 1), ("10.0", 10), ("0.5KiB", 512),
      ("1.000000001GB", 1_000_000_001), ("9223372036854775807", .max),
    ] as [(String, Int64)])
  func exact(text: String, bytes: Int64) throws {
    #expect(try ByteCount(parsing: text) == ByteCount(bytes))
  }

  @Test(
    "A size that can't be told is refused for its reason",
    arguments: [
      ("", .empty), ("-1", .negative), ("-1MiB", .negative), ("0.1MiB", .notWhole),
      ("1.5", .notWhole), ("1.5B", .notWhole), ("0.0001KB", .notWhole),
      ("9223372036854775808", .outOfRange), ("18446744073709551616", .outOfRange),
      ("8589934592GiB", .outOfRange), ("99999999999GiB", .outOfRange),
      ("1.0000000001GB", .tooManyDecimals), ("10M", .ambiguous), ("10K", .ambiguous),
      ("10k", .ambiguous), ("1.5G", .ambiguous), ("MiB", .malformed), ("B", .malformed),
      ("M", .malformed), ("10 MiB", .malformed), ("10MiB ", .malformed), ("10Mi", .malformed),
      ("10mb", .malformed), ("10TB", .malformed), ("10MBB", .malformed), ("1e6", .malformed),
      ("0x10", .malformed), ("+1", .malformed), ("1,000", .malformed), (".5MiB", .malformed),
      ("5.MiB", .malformed), ("xM", .malformed), ("10\u{212A}B", .malformed),
    ] as [(String, ParsingError.Problem)])
  func refused(text: String, problem: ParsingError.Problem) {
    do {
      let size = try ByteCount(parsing: text)
      Issue.record("\(text) was read as \(size.bytes)")
    } catch {
      #expect(error.problem == problem)
    }
  }

  @Test("An ambiguous size is answered with the two things that it could mean")
  func ambiguous() {
    let error = #expect(throws: ParsingError.self) { try ByteCount(parsing: "10M") }
    #expect(
      error?.description
        == "M could mean two things; write 10MB (10,000,000 bytes) or 10MiB (10,485,760 bytes)")
  }

  @Test("A long number with one letter is not repeated")
  func longAmbiguous() {
    let text = String(repeating: "0", count: 1_000) + "1M"
    let error = #expect(throws: ParsingError.self) { try ByteCount(parsing: text) }
    #expect(error?.description == "M could mean two things; write MB (decimal) or MiB (binary)")
  }

  @Test(
    "A size is printed as results show it",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (1_023, "1023 bytes"), (1_024, "1 KiB"), (1_535, "1 KiB"),
      (1_536, "2 KiB"), (319_488, "312 KiB"), (367_001, "358 KiB"), (367_002, "0.4 MiB"),
      (1_048_576, "1.0 MiB"), (8_598_323, "8.2 MiB"), (10_485_760, "10.0 MiB"),
      (10_485_761, "10.0 MiB"), (1_073_689_395, "1023.9 MiB"), (1_073_689_396, "1.0 GiB"),
      (1_610_612_736, "1.5 GiB"), (.max, "8589934592.0 GiB"), (-1_048_576, "-1.0 MiB"),
    ] as [(Int64, String)])
  func printed(bytes: Int64, text: String) {
    #expect(ByteCount(bytes).description == text)
  }

  @Test(
    "A size in short parses back to itself",
    arguments: [
      (0, "0"), (1_000, "1000"), (1_024, "1KiB"), (10_485_760, "10MiB"), (10_485_761, "10485761"),
      (3 << 30, "3GiB"), (1_572_864, "1536KiB"),
    ] as [(Int64, String)])
  func short(bytes: Int64, text: String) throws {
    #expect(ByteCount(bytes).shortText == text)
    #expect(try ByteCount(parsing: text).bytes == bytes)
  }
}
