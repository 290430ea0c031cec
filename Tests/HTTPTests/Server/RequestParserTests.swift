import TestSupport
import Testing

@testable import HTTP

@Suite("Requests, taken apart")
struct RequestParserTests {
  /// What a parser said, in words that do not depend on how the body came.
  struct Said: Equatable {
    var words: [String] = []
    var bytesTaken = 0

    mutating func add(_ word: String) {
      if let last = words.last, last.hasPrefix("body "), word.hasPrefix("body ") {
        words[words.count - 1] = last + word.dropFirst(5)
      } else {
        words.append(word)
      }
    }
  }

  /// - Parameter cuts: where the bytes are split.
  static func parse(
    _ bytes: [UInt8], cuts: [Int], limits: RequestLimits = RequestLimits()
  ) -> Said {
    var (parser, said) = (RequestParser(limits: limits), Said())
    for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
      var rest = bytes[start..<end]
      steps: while true {
        let before = rest.count
        let step = parser.step(&rest)
        said.bytesTaken += before - rest.count
        switch step {
        case .more:
          #expect(rest.isEmpty)
          break steps
        case .head(let head):
          let query = head.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
          let fields = head.fields.all.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
          said.add("\(head.method) \(head.path)?\(query) \(head.host ?? "-") [\(fields)]")
        case .body(let bytes): said.add("body \(String(decoding: bytes, as: UTF8.self))")
        case .end: said.add("end")
        case .fault(let fault):
          said.add("\(fault.status) \(fault.detail)")
          return said
        }
      }
    }
    return said
  }

  /// Sound requests, and what they say.
  static let sound: [(String, [String])] = [
    (
      "GET /a%20b/../c?x=1+2&y=%2B&z&=w HTTP/1.1|Host: h:80|A:|B: \t c d \t|",
      ["GET /a b/../c?x=1 2&y=+&z=&=w h:80 [Host=h:80;A=;B=c d]", "end"]
    ),
    (
      "POST / HTTP/1.1|hOST: [::1]:8080|CONTENT-LENGTH: 003||abcGET /x HTTP/1.0||",
      [
        "POST /? [::1]:8080 [hOST=[::1]:8080;CONTENT-LENGTH=003]", "body abc", "end",
        "GET /x? - []", "end",
      ]
    ),
    (
      "PUT /x HTTP/1.1|Host: a|Transfer-Encoding: Chunked||5;a=\"b\"|hello|00A|0123456789|"
        + "0;last|Content-Length: 5|X: y||DELETE /y HTTP/1.1|Host:||",
      [
        "PUT /x? a [Host=a;Transfer-Encoding=Chunked]", "body hello0123456789", "end",
        "DELETE /y? - [Host=]", "end",
      ]
    ),
    ("|GET HTTP://h/a?b HTTP/1.9|Host: H||", ["GET /a?b= H [Host=H]", "end"]),
    ("OPTIONS * HTTP/1.1|Host: a||", ["OPTIONS *? a [Host=a]", "end"]),
    ("GET http://a?x=y HTTP/1.1|Host: a||", ["GET /?x=y a [Host=a]", "end"]),
    ("GET //b%2fc HTTP/1.1|Host: a||", ["GET //b/c? a [Host=a]", "end"]),
  ]

  @Test(arguments: sound)
  func `a sound request is read the same however it is split`(
    text: String, words: [String]
  ) {
    // The first is written without the empty line that ends it.
    let request = bytes(text.hasSuffix("\t|") ? text + "|" : text)
    for cut in 0...request.count {
      #expect(Self.parse(request, cuts: [cut]).words == words)
    }
    #expect(Self.parse(request, cuts: Array(0..<request.count)).words == words)
  }

  @Test(arguments: Ambiguity.all)
  func `what can be read in two ways is a fault, and nothing behind it is read`(
    _ ambiguity: Ambiguity
  ) {
    let request = ambiguity.request
    let whole = Self.parse(request, cuts: [])
    #expect(whole.words.last?.hasPrefix("400 ") == true)
    #expect(!whole.words.contains { $0.contains("hidden?") })
    for cut in 0...request.count { #expect(Self.parse(request, cuts: [cut]) == whole) }
    #expect(Self.parse(request, cuts: Array(0..<request.count)) == whole)
  }

  @Test func `every byte is where it may be or a fault`() {
    for byte in UInt8.min...UInt8.max {
      let ends = byte == 0x0D || byte == 0x0A
      let value = Self.parse(bytes("GET / HTTP/1.1|Host: a|X: a") + [byte] + bytes("b||"), cuts: [])
      #expect((value.words.last == "end") == (byte == 0x09 || (byte >= 0x20 && byte != 0x7F)))
      let name = Self.parse(bytes("GET / HTTP/1.1|Host: a|X") + [byte] + bytes("y: a||"), cuts: [])
      #expect((name.words.last == "end") == (byte.isToken || byte == UInt8(ascii: ":")))
      let target = Self.parse(bytes("GET /a") + [byte] + bytes("00 HTTP/1.1|Host: a||"), cuts: [])
      // %00 is a NUL.
      #expect(
        (target.words.last == "end")
          == (0x21...0x7E ~= byte && byte != UInt8(ascii: "#") && byte != UInt8(ascii: "%")))
      if !ends {
        let method = Self.parse([byte] + bytes("GET / HTTP/1.1|Host: a||"), cuts: [])
        #expect((method.words.last == "end") == byte.isToken)
      }
    }
  }

  @Test(arguments: [
    ("the line", "GET /\(String(repeating: "a", count: 100)) HTTP/1.1|", 431),
    ("a line without an end", "GET /\(String(repeating: "a", count: 100))", 431),
    ("the head", "GET / HTTP/1.1|Host: \(String(repeating: "a", count: 200))", 431),
    ("fields", "GET / HTTP/1.1|" + String(repeating: "a: b|", count: 6), 431),
    ("a method", String(repeating: "A", count: 33), 400),
    (
      "extensions",
      "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||1;aaaa|a|1;\(String(repeating: "a", count: 13))",
      400
    ),
    (
      "trailers",
      "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||0|a: b|c: \(String(repeating: "d", count: 20))",
      400
    ),
  ])
  func `too much of anything is refused before its end`(
    what: String, text: String, status: Int
  ) {
    var limits = RequestLimits()
    (limits.lineBytes, limits.headBytes, limits.fields) = (64, 128, 5)
    (limits.extensionBytes, limits.trailerBytes) = (16, 16)
    let said = Self.parse(bytes(text), cuts: [], limits: limits)
    #expect(said.words.last?.hasPrefix("\(status) ") == true, "\(what): \(said.words)")
  }

  @Test func `a fault is the last word`() {
    var parser = RequestParser()
    var first = bytes("GET\t")[...]
    _ = parser.step(&first)
    var second = bytes("GET / HTTP/1.1|Host: a||")[...]
    guard case .fault = parser.step(&second) else {
      Issue.record("it went on")
      return
    }
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    ] as [(Int64, String)])
  func `a time is written as the field has it`(seconds: Int64, text: String) {
    #expect(HTTPDate.text(ofSeconds: seconds) == text)
  }
}
