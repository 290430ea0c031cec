import Multipart
import TestSupport
import Testing

@Suite("Forms to be sent")
struct MultipartFormTests {
  /// A body of a form whose files hold these bytes.
  static func body(_ layout: MultipartLayout, files: [[UInt8]] = []) -> [UInt8] {
    layout.pieces.reduce(into: []) { body, piece in
      switch piece {
      case .bytes(let bytes): body += bytes
      case .file(let number, let length):
        #expect(Int64(files[number].count) == length)
        body += files[number]
      }
    }
  }

  /// What our own parser reads of a body that comes in pieces of these lengths.
  static func read(_ body: [UInt8], _ layout: MultipartLayout, pieces: [Int] = [.max]) throws
    -> Parts
  {
    var parts = Parts()
    var parser = MultipartParser(try MultipartBoundary(contentType: layout.contentType))
    var (place, turn) = (0, 0)
    while place < body.count {
      let end = min(body.count, place + min(pieces[min(turn, pieces.count - 1)], body.count))
      try parser.parse(body[place..<end], into: &parts)
      (place, turn) = (end, turn + 1)
    }
    try parser.finish()
    return parts
  }

  @Test("The bytes are those of RFC 7578, and their number is known beforehand")
  func wire() throws {
    var form = MultipartForm()
    try form.add("o\r\nne", named: "text")
    try form.addFile(length: 3, named: "video", filename: "a.mp4", contentType: "video/mp4")
    let boundary = try MultipartBoundary(contentType: "multipart/form-data; boundary=B")
    let layout = try MultipartLayout(form, boundary: boundary)
    let body = Self.body(layout, files: [[1, 2, 3]])
    let expected =
      Array(
        ("--B\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\no\r\nne\r\n"
          + "--B\r\nContent-Disposition: form-data; name=\"video\"; filename=\"a.mp4\"\r\n"
          + "Content-Type: video/mp4\r\n\r\n").utf8)
      + [1, 2, 3] + Array("\r\n--B--\r\n".utf8)
    #expect(body == expected)
    #expect(layout.contentLength == Int64(expected.count))
    #expect(layout.contentType == "multipart/form-data; boundary=B")
  }

  @Test("What is built our parser reads back byte for byte, at every split")
  func everySplit() throws {
    let data: [UInt8] = Array("\r\n--clipgate-\r\n\r\r\n--".utf8) + [0, 255, 13]
    var form = MultipartForm()
    try form.add("é\r\n--", named: "message")
    try form.addFile(length: Int64(data.count), named: "video", filename: "ü.mp4")
    try form.addFile(length: 0, named: "empty", filename: "")
    var generator = SeededGenerator(seed: 7)
    let layout = try MultipartLayout(form, using: &generator)
    let body = Self.body(layout, files: [data, []])
    let whole = try Self.read(body, layout)
    #expect(whole.parts.map(\.data) == [Array("é\r\n--".utf8), data, []])
    #expect(whole.parts.map(\.header.name) == ["message", "video", "empty"])
    #expect(whole.parts.map(\.header.filename) == [nil, "ü.mp4", ""])
    #expect(whole.parts[1].header.contentType == "application/octet-stream")
    for first in 1..<body.count {
      #expect(try Self.read(body, layout, pieces: [first, .max]) == whole, "after \(first) bytes")
    }
    #expect(try Self.read(body, layout, pieces: [1]) == whole)
  }

  @Test("Random texts and files come back as they were, and the length is exact")
  func random() throws {
    var generator = SeededGenerator(seed: 20)
    // Bytes that delimiters are made of come often.
    let alphabet: [UInt8] = [0x0D, 0x0A, 0x2D, 0x63, 0x00, 0xFF, 0x22]
    for round in 0..<300 {
      var (form, files, expected) = (MultipartForm(), [[UInt8]](), [[UInt8]]())
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        let data = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
        }
        if Bool.random(using: &generator) {
          try form.addFile(length: Int64(data.count), named: "f", filename: "n")
          files.append(data)
          expected.append(data)
        } else {
          let text = String(decoding: data, as: UTF8.self)
          try form.add(text, named: "t")
          expected.append(Array(text.utf8))
        }
      }
      let layout = try MultipartLayout(form, using: &generator)
      let body = Self.body(layout, files: files)
      #expect(layout.contentLength == Int64(body.count))
      #expect(try Self.read(body, layout).parts.map(\.data) == expected, "round \(round)")
    }
  }

  @Test(
    "Names are written as browsers write them",
    arguments: [
      ("a\"b", "a%22b"), ("a\rb\nc\r\nd", "a%0Db%0Ac%0D%0Ad"), ("100%22", "100%22"),
      ("日本 é.mp4", "日本 é.mp4"), ("C:\\a.mp4", "C:\\a.mp4"), ("a;b=c", "a;b=c"), ("\t", "\t"),
      // Browsers leave these, and readers then disagree.
      ("a\\", "a%5C"), ("\\\\host", "%5C\\host"), ("\\\"", "\\%22"),
    ])
  func names(name: String, written: String) throws {
    var form = MultipartForm()
    try form.add("", named: name)
    try form.addFile(length: 0, named: name, filename: name)
    var generator = SeededGenerator(seed: 1)
    let layout = try MultipartLayout(form, using: &generator)
    let body = Self.body(layout, files: [[]])
    #expect(String(decoding: body, as: UTF8.self).contains("; filename=\"\(written)\"\r\n"))
    let parts = try Self.read(body, layout).parts
    #expect(parts.map(\.header.name) == [written, written])
    #expect(parts.map(\.header.filename) == [nil, written])
  }

  @Test("What no header can carry is refused", arguments: ["", "a\u{0}", "\u{1B}[2J", "\u{7F}"])
  func badNames(name: String) throws {
    var form = MultipartForm()
    #expect(throws: MultipartError.self) { try form.add("x", named: name) }
    if !name.isEmpty {
      #expect(throws: MultipartError.self) {
        try form.addFile(length: 1, named: "a", filename: name)
      }
    }
    #expect(form == MultipartForm())
  }

  @Test(
    "A file's type that is none is refused",
    arguments: [
      "", "video", "video/", "/mp4", "video/mp4\r\nX: y", "video/mp4/2", "vidéo/mp4", " ",
      "multipart/mixed; boundary=a",
    ])
  func badTypes(type: String) throws {
    var form = MultipartForm()
    let error = #expect(throws: MultipartError.self) {
      try form.addFile(length: 1, named: "a", filename: "b", contentType: type)
    }
    #expect(error?.code == .badContentType)
  }

  @Test("Lengths below 0, and more than can be counted, are refused")
  func badLengths() throws {
    var form = MultipartForm()
    let negative = #expect(throws: MultipartError.self) {
      try form.addFile(length: -1, named: "a", filename: "b")
    }
    #expect(negative?.code == .badLength)
    try form.addFile(length: .max, named: "a", filename: "b")
    var generator = SeededGenerator(seed: 1)
    let sum = #expect(throws: MultipartError.self) {
      _ = try MultipartLayout(form, using: &generator)
    }
    #expect(sum?.code == .badLength)
  }

  @Test("A boundary that stands in a text is not taken")
  func conflict() throws {
    // The first boundary that this generator gives.
    var first = SeededGenerator(seed: 3)
    let taken = MultipartBoundary(using: &first)
    let word = taken.contentType.split(separator: "=").last.map(String.init) ?? ""
    var form = MultipartForm()
    try form.add("before \(word) behind", named: "a")
    let error = #expect(throws: MultipartError.self) {
      _ = try MultipartLayout(form, boundary: taken)
    }
    #expect(error?.code == .conflict)
    var again = SeededGenerator(seed: 3)
    let layout = try MultipartLayout(form, using: &again)
    #expect(!layout.contentType.contains(word))
    let parts = try Self.read(Self.body(layout), layout).parts
    #expect(parts.map(\.data) == [Array("before \(word) behind".utf8)])
  }

  @Test("A generator that gives one boundary only ends with an error, and not never")
  func constant() throws {
    // Not 0, which a fair draw refuses again and again.
    struct Constant: RandomNumberGenerator { mutating func next() -> UInt64 { .max / 3 } }
    var constant = Constant()
    var form = MultipartForm()
    let word = MultipartBoundary(using: &constant).contentType.split(separator: "=").last ?? ""
    try form.add(String(word), named: "a")
    #expect(throws: MultipartError.self) { _ = try MultipartLayout(form, using: &constant) }
  }

  @Test("A boundary is read back from its type, whatever characters it has")
  func boundaries() throws {
    for text in ["b", "a b", "it's", "a=b;c", "q\"u\\o", "+_-.,"] {
      let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      let boundary = try MultipartBoundary(
        contentType: "multipart/form-data; boundary=\"\(quoted)\"")
      #expect(try MultipartBoundary(contentType: boundary.contentType) == boundary)
    }
    var generator = SeededGenerator(seed: 9)
    let some = (0..<1000).map { _ in MultipartBoundary(using: &generator).contentType }
    #expect(Set(some).count == 1000)
  }
}
