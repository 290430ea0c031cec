import TestSupport
import Testing

/// A request that two readers could take for different ones, or for none, with another hidden behind it.
struct Ambiguity: Sendable, CustomTestStringConvertible {
  let name: String
  let request: [UInt8]

  var testDescription: String { name }

  /// A whole request of its own, which nobody may run.
  static let hidden = "GET /hidden HTTP/1.1\r\nHost: h\r\n\r\n"

  static let all: [Ambiguity] = [
    Ambiguity(
      "length and chunks",
      "POST / HTTP/1.1|Host: a|Content-Length: 5|Transfer-Encoding: chunked||0||"),
    Ambiguity(
      "chunks and length",
      "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Content-Length: 5||0||"),
    Ambiguity(
      "two equal lengths", "POST / HTTP/1.1|Host: a|Content-Length: 1|Content-Length: 1||x"),
    Ambiguity("two lengths", "POST / HTTP/1.1|Host: a|Content-Length: 0|Content-Length: 35||"),
    Ambiguity("a list of lengths", "POST / HTTP/1.1|Host: a|Content-Length: 0, 35||"),
    Ambiguity("an empty length", "POST / HTTP/1.1|Host: a|Content-Length:||"),
    Ambiguity("a negative length", "POST / HTTP/1.1|Host: a|Content-Length: -1||"),
    Ambiguity("a length with a sign", "POST / HTTP/1.1|Host: a|Content-Length: +0||"),
    Ambiguity("a length with a blank", "POST / HTTP/1.1|Host: a|Content-Length: 0 0||"),
    Ambiguity("a hexadecimal length", "POST / HTTP/1.1|Host: a|Content-Length: 0x0||"),
    Ambiguity(
      "a length of 2 to the 64th", "POST / HTTP/1.1|Host: a|Content-Length: 18446744073709551616||"),
    Ambiguity(
      "a length of 19 zeros", "POST / HTTP/1.1|Host: a|Content-Length: 0000000000000000000||"),
    Ambiguity("two hosts", "GET / HTTP/1.1|Host: a|Host: b||"),
    Ambiguity("two equal hosts", "GET / HTTP/1.1|Host: a|host: a||"),
    Ambiguity("two hosts in HTTP/1.0", "GET / HTTP/1.0|Host: a|Host: b||"),
    Ambiguity("no host", "GET / HTTP/1.1|Accept: x||"),
    Ambiguity("a host with a user", "GET / HTTP/1.1|Host: b@a||"),
    Ambiguity("a host with a path", "GET / HTTP/1.1|Host: a/b||"),
    Ambiguity("a list of hosts", "GET / HTTP/1.1|Host: a, b||"),
    Ambiguity("a host of brackets", "GET / HTTP/1.1|Host: []||"),
    Ambiguity("a host with a bad port", "GET / HTTP/1.1|Host: a:b||"),
    Ambiguity("gzip and chunked", "POST / HTTP/1.1|Host: a|Transfer-Encoding: gzip, chunked||0||"),
    Ambiguity("chunked twice", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked, chunked||0||"),
    Ambiguity("identity", "POST / HTTP/1.1|Host: a|Transfer-Encoding: identity||"),
    Ambiguity("an empty encoding", "POST / HTTP/1.1|Host: a|Transfer-Encoding:||"),
    Ambiguity(
      "two encodings",
      "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Transfer-Encoding: identity||0||"),
    Ambiguity(
      "two equal encodings",
      "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked|Transfer-Encoding: chunked||0||"),
    Ambiguity(
      "a parameter of chunked", "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked;a=b||0||"),
    Ambiguity(
      "a vertical tab before chunked",
      "POST / HTTP/1.1|Host: a|Transfer-Encoding: \u{0B}chunked||0||"),
    Ambiguity(
      "chunks in HTTP/1.0",
      "POST / HTTP/1.0|Host: a|Connection: keep-alive|Transfer-Encoding: chunked||0||"),
    Ambiguity("line ends of LF alone", "GET / HTTP/1.1\nHost: a\n\n"),
    Ambiguity("one line end of LF alone", "GET / HTTP/1.1|Host: a|X: y\nContent-Length: 35||"),
    Ambiguity("an empty line of LF alone", "GET / HTTP/1.1|Host: a\r\n\n"),
    Ambiguity("a CR in a value", "GET / HTTP/1.1|Host: a|X: y\rContent-Length: 35||"),
    Ambiguity("a CR at a line's end", "GET / HTTP/1.1|Host: a\r||"),
    Ambiguity("a folded line", "GET / HTTP/1.1|Host: a|X: y| z||"),
    Ambiguity("a length on a folded line", "POST / HTTP/1.1|Host: a|Content-Length:| 0||"),
    Ambiguity("a blank before the first field", "GET / HTTP/1.1| Host: a||"),
    Ambiguity("a NUL in a value", "GET / HTTP/1.1|Host: a|X: a\0b||"),
    Ambiguity("a NUL in a name", "GET / HTTP/1.1|Host: a|X\0Y: ab||"),
    Ambiguity("a control in a value", "GET / HTTP/1.1|Host: a|X: a\u{1}b||"),
    Ambiguity("a DEL in a value", "GET / HTTP/1.1|Host: a|X: a\u{7F}b||"),
    Ambiguity("a blank before the colon", "POST / HTTP/1.1|Host: a|Content-Length : 35||"),
    Ambiguity(
      "a tabulator before the colon", "POST / HTTP/1.1|Host: a|Transfer-Encoding\t: chunked||0||"),
    Ambiguity("a field without a colon", "GET / HTTP/1.1|Host: a|foo||"),
    Ambiguity("a field without a name", "GET / HTTP/1.1|Host: a|: foo||"),
    Ambiguity("a name that is no token", "GET / HTTP/1.1|Host: a|A(b: foo||"),
    Ambiguity("a name that is no ASCII", "GET / HTTP/1.1|Host: a|Ä: foo||"),
    Ambiguity("HTTP/9.9", "GET / HTTP/9.9|Host: a||"),
    Ambiguity("HTTP/2.0", "PRI * HTTP/2.0||SM||"),
    Ambiguity("HTTP/0.9", "GET /|"),
    Ambiguity("HTTP/1.10", "GET / HTTP/1.10|Host: a||"),
    Ambiguity("http/1.1", "GET / http/1.1|Host: a||"),
    Ambiguity("no version", "GET / |Host: a||"),
    Ambiguity("a target with a host and a port only", "CONNECT a:80 HTTP/1.1|Host: a||"),
    Ambiguity("a target that names another host", "GET http://b/ HTTP/1.1|Host: a||"),
    Ambiguity("a target of another scheme", "GET ftp://a/ HTTP/1.1|Host: a||"),
    Ambiguity("a target without a slash", "GET a HTTP/1.1|Host: a||"),
    Ambiguity("a star to GET", "GET * HTTP/1.1|Host: a||"),
    Ambiguity("two blanks", "GET  /  HTTP/1.1|Host: a||"),
    Ambiguity("tabulators", "GET\t/\tHTTP/1.1|Host: a||"),
    Ambiguity("a blank in the target", "GET /a b HTTP/1.1|Host: a||"),
    Ambiguity("a blank in front", " GET / HTTP/1.1|Host: a||"),
    Ambiguity("a NUL in the target", "GET /a\0b HTTP/1.1|Host: a||"),
    Ambiguity("a NUL by a percent sign", "GET /a%00b HTTP/1.1|Host: a||"),
    Ambiguity("a NUL in the query", "GET /?a=%00 HTTP/1.1|Host: a||"),
    Ambiguity("what is no UTF-8", "GET /%FF HTTP/1.1|Host: a||"),
    Ambiguity("an overlong slash", "GET /%C0%AF HTTP/1.1|Host: a||"),
    Ambiguity("a percent sign alone", "GET /%zz HTTP/1.1|Host: a||"),
    Ambiguity("a fragment", "GET /a#b HTTP/1.1|Host: a||"),
    Ambiguity("letters that are no ASCII in the target", "GET /ä HTTP/1.1|Host: a||"),
    Ambiguity("two empty lines in front", "||GET / HTTP/1.1|Host: a||"),
    Ambiguity("a chunk's line of LF alone", chunks: "1\na|0||"),
    Ambiguity("LF alone behind an extension", chunks: "1;x\na|0||"),
    Ambiguity("LF alone behind a chunk", chunks: "1|a\n0||"),
    Ambiguity("a chunk that is longer", chunks: "1|aXX0||"),
    Ambiguity("a chunk's size of 16 digits", chunks: "0000000000000001|a|0||"),
    Ambiguity("a chunk's size that overflows", chunks: "10000000000000001|a|0||"),
    Ambiguity("a chunk's size with 0x", chunks: "0x1|a|0||"),
    Ambiguity("a chunk's size with a sign", chunks: "+1|a|0||"),
    Ambiguity("a negative chunk's size", chunks: "-1|a|0||"),
    Ambiguity("a blank before a chunk's size", chunks: " 1|a|0||"),
    Ambiguity("a blank behind a chunk's size", chunks: "1 |a|0||"),
    Ambiguity("a chunk without a size", chunks: "||"),
    Ambiguity("an extension with a control", chunks: "1;\u{1}|a|0||"),
    Ambiguity("a trailer without a colon", chunks: "0|foo||"),
    Ambiguity("a folded trailer", chunks: "0|a: b| c||"),
    Ambiguity("a trailer's line end of LF alone", chunks: "0|a: b\n|"),
    Ambiguity("the last line end of LF alone", chunks: "0|\n"),
  ]

  /// - Parameter request: with `|` for CR LF.
  init(_ name: String, _ request: String) {
    self.name = name
    self.request = bytes(request) + Self.hidden.utf8
  }

  private init(_ name: String, chunks: String) {
    self.init(name, "POST / HTTP/1.1|Host: a|Transfer-Encoding: chunked||\(chunks)")
  }
}

/// The bytes of a text that has `|` for CR LF.
func bytes(_ text: String) -> [UInt8] {
  text.utf8.flatMap { $0 == UInt8(ascii: "|") ? [0x0D, 0x0A] : [$0] }
}
