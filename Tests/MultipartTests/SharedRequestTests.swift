import Foundation
import Multipart
import TestSupport
import Testing

/// Bodies of whole requests that others wrote: public bug reports and attacks.
@Suite("Bodies from elsewhere")
struct SharedRequestTests {
  /// Refused bodies; all others hold a file, and are whole.
  private static let refused: [String: MultipartError.Code] = [
    "bad_boundary_missing.http": .badType, "huge_part_header.http": .tooMuch,
    "long_name.http": .tooMuch, "many_part_headers.http": .tooMuch,
    "no_close_delim.http": .incomplete, "short_body.http": .incomplete,
    "http-2000-fields.req": .tooMuch, "http-empty-body.req": .incomplete,
    "http-filename-nul.req": .badHeader, "http-final-boundary-half.req": .incomplete,
    "http-nested-mixed.req": .nested, "http-no-final-boundary.req": .incomplete,
    "http-no-name.req": .badDisposition,
  ]
  /// What these call their files.
  private static let labels = [
    "filename_star.http": "视频 🎬.mp4", "filename_star_only.http": "视频.mp4",
    "filename_utf8.http": "Généré 名前 🎬.mp4", "filename_traversal.http": "../../etc/cron.d/x.mp4",
    "filename_shell.http": "test;touch HACKED;#.mp4", "filename_dash.http": "-i.mp4",
    "http-filename-pattern.req": "concat:%03d|a.mp4", "ok.http": "clip.mp4",
  ]
  /// Requests whose framing is what is wrong, or that have no such body.
  private static let others: Set = [
    "http-chunk-ext-100k.req", "http-chunk-size-overflow.req", "http-cl-11MB-expect.req",
    "http-cl-11MB.req", "http-cl-2e64.req", "http-garbage.req", "http-header-nul.req",
    "http-headers-5000.req", "http-no-host.req", "http-tls-hello.req", "http-two-hosts.req",
    "http-uri-100k.req", "http-version-9.req", "http-lf-only.req", "no_file_part.http",
    "no_file_chosen.http", "empty_file.http", "http-empty-file.req", "http-chunked-ok.req",
    "chunked_1byte.http", "chunked_64k.http", "chunked_7.http",
  ]

  static let requests: [String] = {
    let folders = ["cases/http", "hostile"].compactMap { Checkout.shared($0) }
    let files = folders.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        .filter { $0.hasSuffix(".http") || $0.hasSuffix(".req") }.map { "\(folder)/\($0)" }
    }
    return files.filter { !others.contains(String($0.split(separator: "/").last ?? "")) }
  }()

  @Test(
    "Each is taken or refused as it must be, whole and byte by byte",
    .enabled(if: Checkout.shared("cases/http") != nil, "../shared is not here"),
    arguments: requests)
  func outcome(path: String) throws {
    let name = String(path.split(separator: "/").last ?? "")
    let request = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let end = try #require(
      request.indices.first { request[$0...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A]) })
    let fields = String(decoding: request[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    let type = fields.first { $0.lowercased().hasPrefix("content-type:") }?.dropFirst(13) ?? ""
    let body = request[(end + 4)...]
    for piece in [body.count, 1] {
      let (parts, code) = parse(body, type, piece)
      #expect(code == Self.refused[name], "\(name): \(String(describing: code))")
      guard code == nil else { continue }
      let file = try #require(parts.parts.first { $0.header.filename != nil }, "\(name)")
      #expect(!file.data.isEmpty)
      #expect(parts.parts.allSatisfy { $0.isWhole })
      if let label = Self.labels[name] { #expect(file.header.filename == label) }
    }
  }

  private func parse(
    _ body: ArraySlice<UInt8>, _ type: Substring, _ piece: Int
  ) -> (Parts, MultipartError.Code?) {
    var parts = Parts()
    do {
      var parser = MultipartParser(try MultipartBoundary(contentType: type))
      var place = body.startIndex
      while place < body.endIndex {
        let end = min(body.endIndex, place + max(1, piece))
        try parser.parse(body[place..<end], into: &parts)
        place = end
      }
      try parser.finish()
      return (parts, nil)
    } catch let error as MultipartError {
      return (parts, error.code)
    } catch let stop as MultipartParser.Stop<Parts.Enough> {
      if case .malformed(let error) = stop { return (parts, error.code) }
      return (parts, nil)
    } catch { return (parts, nil) }
  }

  @Test(
    "Python's reader of mail finds the same parts",
    .enabled(if: Program.installed("python3") != nil, "python3 is not installed"),
    arguments: 0..<6 as Range<UInt64>)
  func python(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let alphabet: [UInt8] = [0x0D, 0x0A, 0x2D, 0x62, 0x20, 0x41, 0x00, 0xFF]
    var body = Array("preamble\r\n".utf8)
    for _ in 0..<5 {
      // Mail readers take LF alone for a line end, too.
      let data = (0..<200).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
        .filter { $0 != 0x0D && $0 != 0x0A }
      body += Array("--bound\r\nContent-Disposition: form-data; name=\"a\"\r\n".utf8)
      body += Array("Content-Transfer-Encoding: binary\r\n\r\n".utf8) + data + [0x0D, 0x0A]
    }
    body += Array("--bound--\r\n".utf8)
    let type = "multipart/form-data; boundary=bound"
    let script = """
      import email, sys
      text = b"Content-Type: \(type)\\r\\n\\r\\n" + sys.stdin.buffer.read()
      for part in email.message_from_bytes(text).get_payload():
          print(part.get_param("name", header="content-disposition"), part.get_payload(decode=True).hex())
      """
    let outcome = try #require(Program.installed("python3")).run(
      ["-c", script], input: Data(body))
    let (parts, code) = parse(body[...], Substring(type), 3)
    #expect(code == nil)
    let found = parts.parts.map { part in
      let digits = part.data.map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
      return "\(part.header.name) \(digits.joined())"
    }
    #expect(outcome.lines == found, "\(outcome.errors)")
  }
}
