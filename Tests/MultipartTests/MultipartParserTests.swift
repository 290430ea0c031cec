import Multipart
import Testing

@Suite("Bodies of multipart/form-data")
struct MultipartParserTests {
  private static let head = "Content-Disposition: form-data; name=\"a\"\r\n"

  /// Bodies whose one part "a" holds the text beside them.
  static let bodies: [(body: String, data: String)] = [
    ("--b\r\n\(head)\r\nx\r\n--b--\r\n", "x"),
    ("--b\r\n\(head)\r\n\r\n--b--\r\n", ""),
    // Without data, and without a line end of its own.
    ("--b\r\n\(head)\r\n--b--", ""),
    ("--b\r\n\(head)\r\nx\r\n--b--", "x"),
    ("--b\r\n\(head)\r\n\r\r\n\n\r\n--b--", "\r\r\n\n"),
    ("--b\r\n\(head)\r\n-\r\n--b--", "-"),
    ("--b\r\n\(head)\r\n--\r\n--b--", "--"),
    ("--b\r\n\(head)\r\n\r\n-\r\n--b--", "\r\n-"),
    ("--b\r\n\(head)\r\nx\r\n--bc\r\n--b--", "x\r\n--bc"),
    ("--b\r\n\(head)\r\nx\r\n--b-\r\n--b--", "x\r\n--b-"),
    ("--b\r\n\(head)\r\nx\r\n--b\rx\r\n--b--", "x\r\n--b\rx"),
    ("--b\r\n\(head)\r\nx\r\n--b\r\r\n--b--", "x\r\n--b\r"),
    ("--b\r\n\(head)\r\nx\r\n--b \t x\r\n--b--", "x\r\n--b \t x"),
    ("--b\r\n\(head)\r\nx\r\n --b--\r\n--b--", "x\r\n --b--"),
    ("--b\r\n\(head)\r\nx\n--b--\n\r\n--b--", "x\n--b--\n"),
    ("--b\r\n\(head)\r\nx--b--\r\n--b--", "x--b--"),
    // Preamble, epilogue, padding, and a closing delimiter that comes twice.
    ("preamble\r\n--b\r\n\(head)\r\nx\r\n--b--\r\nepilogue\r\n--b\r\n", "x"),
    ("\r\n--b\r\n\(head)\r\nx\r\n--b--", "x"),
    ("--bc\r\n--b\r\n\(head)\r\nx\r\n--b--", "x"),
    ("no --b here\r\n--b\r\n\(head)\r\nx\r\n--b--", "x"),
    ("--b \t \r\n\(head)\r\nx\r\n--b--  \r\n", "x"),
    ("--b\r\n\(head)\r\nx\r\n--b--\r\n--b--\r\n", "x"),
    ("--b\r\n\(head)\r\nx\r\n--b--anything", "x"),
  ]

  @Test(
    "The data is what stands between the delimiters, however the body is split", arguments: bodies)
  func data(body: String, data: String) throws {
    let bytes = Array(body.utf8)
    let whole = try Parts.parse(bytes)
    #expect(whole.parts.map(\.data) == [Array(data.utf8)])
    #expect(whole.parts.map(\.header.name) == ["a"])
    #expect(whole.parts.map(\.isWhole) == [true])
    for first in 1...bytes.count {
      for second in 1...max(1, bytes.count - first) {
        let split = try Parts.parse(bytes, pieces: [first, second, .max])
        #expect(split == whole, "after \(first) and \(second) bytes")
      }
    }
    for length in 1...7 { #expect(try Parts.parse(bytes, pieces: [length]) == whole) }
  }

  @Test("Several parts come in their order")
  func order() throws {
    let parts = try Parts.parse(
      "--b\r\n\(Self.head)\r\n1\r\n--b\r\ncontent-disposition:form-data;name=b\r\n\r\n\r\n--b\r\n"
        + "X: y\r\n\(Self.head)\r\n3\r\n--b--")
    #expect(parts.parts.map(\.header.name) == ["a", "b", "a"])
    #expect(parts.parts.map(\.data) == [[0x31], [], [0x33]])
  }

  @Test("A form may have no parts")
  func none() throws { #expect(try Parts.parse("--b--\r\n").parts == []) }

  @Test(
    "What is no such body has its reason, however it is split",
    arguments: [
      ("", .incomplete), ("x", .incomplete), ("--b", .incomplete), ("--b-", .incomplete),
      ("--b\r", .incomplete), ("--b\r\n", .incomplete), ("--c--\r\n", .incomplete),
      ("--b\r\n\(head)", .incomplete), ("--b\r\n\(head)\r\nx", .incomplete),
      ("--b\r\n\(head)\r\nx\r\n--", .incomplete), ("--b\r\n\(head)\r\nx\r\n--b", .incomplete),
      ("--b\r\n\(head)\r\nx\r\n--b-", .incomplete), ("--b\n\(head)\n\nx\n--b--", .incomplete),
      ("--b\r\n\(head)\r\nx\r\n--b\r\n", .incomplete), ("--b\r\n\(head)\r\nx--b--", .incomplete),
      ("--b\r\n\(head)\n", .badHeader), ("--b\r\n\(head)\rx", .badHeader),
      ("--b\r\nX: \u{0}\r\n", .badHeader), ("--b\r\nX: \u{1B}[2J\r\n", .badHeader),
      ("--b\r\nno colon\r\n\r\n", .badHeader), ("--b\r\n: x\r\n\r\n", .badHeader),
      ("--b\r\nX Y: x\r\n\(head)\r\n", .badHeader), ("--b\r\n folded\r\n\r\n", .badHeader),
      ("--b\r\n\(head)Content-Type: a/b\r\ncontent-type: a/b\r\n\r\n", .badHeader),
      ("--b\r\n\r\nx", .badDisposition), ("--b\r\nContent-Type: a/b\r\n\r\nx", .badDisposition),
      ("--b\r\nContent-Disposition: form-data\r\n\r\nx", .badDisposition),
      ("--b\r\nContent-Disposition: form-data; filename=x\r\n\r\nx", .badDisposition),
      ("--b\r\nContent-Disposition: attachment; name=x\r\n\r\nx", .badDisposition),
      ("--b\r\nContent-Disposition: form-data; name=x; name=y\r\n\r\nx", .badDisposition),
      ("--b\r\nContent-Disposition: form-data; name=\"x\r\n\r\nx", .badDisposition),
      ("--b\r\n\(head)\(head)\r\nx", .badDisposition),
      ("--b\r\n\(head)Content-Type: multipart/mixed; boundary=c\r\n\r\n", .nested),
    ] as [(String, MultipartError.Code)])
  func malformed(body: String, code: MultipartError.Code) {
    let bytes = Array(body.utf8)
    for pieces in [[Int.max], [1], [2], [3, 1, 5]] {
      #expect(Self.code(bytes, pieces: pieces) == code, "\(pieces)")
    }
  }

  /// What a body is refused for.
  private static func code(
    _ body: [UInt8], pieces: [Int], limits: MultipartLimits = MultipartLimits()
  ) -> MultipartError.Code? {
    do {
      _ = try Parts.parse(body, pieces: pieces, limits: limits)
      return nil
    } catch let error as MultipartError {
      return error.code
    } catch let stop as MultipartParser.Stop<Parts.Enough> {
      if case .malformed(let error) = stop { return error.code }
      return nil
    } catch { return nil }
  }

  @Test("Each limit holds to the byte", arguments: [false, true])
  func limits(isOver: Bool) {
    let more = isOver ? 1 : 0
    var limits = MultipartLimits(
      parts: 2, headerLines: 3, headerBytes: 80, preambleBytes: 5, paddingBytes: 4)
    // 42 bytes.
    let head = Self.head
    let padding = String(repeating: " ", count: 2 + more)
    let bodies = [
      String(repeating: "--b\r\n\(head)\r\n\r\n", count: 2 + more) + "--b--",
      "--b\r\n\(head)" + String(repeating: "X:\r\n", count: 2 + more) + "\r\n\r\n--b--",
      "--b\r\n\(head)X:" + String(repeating: "y", count: 13 + more) + "\r\n\r\n\r\n--b--",
      String(repeating: "x", count: 5 + more) + "\r\n--b--",
      "--b\(padding)\r\n\(head)\r\n\r\n--b--",
    ]
    // The line end before the delimiter is none of the preamble.
    for (index, body) in bodies.enumerated() {
      if index == 2 { limits.headerBytes = 42 + 2 + 13 + 2 + 2 } else { limits.headerBytes = 80 }
      for pieces in [[Int.max], [1]] {
        let code = Self.code(Array(body.utf8), pieces: pieces, limits: limits)
        #expect(code == (isOver ? .tooMuch : nil), "\(index)")
      }
    }
  }

  @Test("What the receiver throws ends the reading, and nothing more is taken")
  func enough() throws {
    var parts = Parts(most: 3)
    var parser = MultipartParser(
      try MultipartBoundary(contentType: "multipart/form-data; boundary=b"))
    let body = Array("--b\r\n\(Self.head)\r\nabcdef\r\n--b--".utf8)[...]
    var codes: [String] = []
    for _ in 0..<2 {
      do {
        try parser.parse(body, into: &parts)
      } catch {
        switch error {
        case .malformed(let error): codes.append(error.code.rawValue)
        case .receiver: codes.append("enough")
        }
      }
    }
    #expect(codes == ["enough", "given_up"])
    #expect(parts.parts.map(\.data) == [Array("abcdef".utf8)])
  }

  @Test("Any data comes out as it went in", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var generator = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    let alphabet: [UInt8] = [0x0D, 0x0A, 0x2D, 0x62, 0x63, 0x20, 0x00, 0xFF]
    let boundary = "bc" + String(repeating: "b", count: Int(generator.next() % 4))
    let delimiter = Array("\r\n--\(boundary)".utf8)
    let wanted = (0...Int(generator.next() % 4)).map { _ -> [UInt8] in
      while true {
        let data = (0..<Int(generator.next() % 60)).map { _ in
          alphabet[Int(generator.next() % UInt64(alphabet.count))]
        }
        // A delimiter is none of the data, and at the beginning its line end is not needed.
        let whole = [0x0D, 0x0A] + data + delimiter
        let places = whole.indices.filter { whole[$0...].starts(with: delimiter) }
        if places == [whole.count - delimiter.count] { return data }
      }
    }
    var body: [UInt8] = []
    for data in wanted {
      body += Array("--\(boundary)\r\n\(Self.head)\r\n".utf8) + data + [0x0D, 0x0A]
    }
    body += Array("--\(boundary)--".utf8)
    for pieces in [[Int.max], [1], [2], [3], (0..<50).map { _ in 1 + Int(generator.next() % 9) }] {
      let parts = try Parts.parse(body, boundary: boundary, pieces: pieces)
      #expect(parts.parts.map(\.data) == wanted, "\(pieces)")
    }
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state >> 20
    }
  }
}
