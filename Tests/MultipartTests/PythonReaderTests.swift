import Foundation
import Multipart
import TestSupport
import Testing

/// What is built, read by another reader: Python's `email` package, as web frameworks use it.
@Suite struct PythonReaderTests {
  private static let reader = """
    import email.parser, email.policy, sys, json
    body = sys.stdin.buffer.read()
    head = b'Content-Type: ' + sys.argv[1].encode() + b'\\r\\n\\r\\n'
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + body)
    assert message.is_multipart() and not message.defects, message.defects
    parts = []
    for part in message.iter_parts():
        assert not part.defects, part.defects
        header = part['content-disposition']
        parts.append([header.params['name'], header.params.get('filename'),
                      part.get_content_type(), part.get_payload(decode=True).hex()])
    print(json.dumps(parts))
    """

  @Test(.enabled(if: Program.installed("python3") != nil, "python3 is not installed"))
  func `Python reads the same names, types and bytes`() throws {
    let python = try #require(Program.installed("python3"))
    let data: [UInt8] = (0...255).map { $0 } + Array("\r\n--x\r\n".utf8) + [13]
    var form = MultipartForm()
    try form.add("text with\r\nlines", named: "message")
    try form.addFile(
      length: Int64(data.count), named: "vi\"deo", filename: "a\r\n\"b\" c;d.mp4",
      contentType: "video/mp4")
    try form.addFile(length: 0, named: "empty", filename: "e\\")
    var generator = SeededGenerator(seed: 5)
    let layout = try MultipartLayout(form, using: &generator)
    let body = MultipartFormTests.body(layout, files: [data, []])
    let outcome = try python.run(["-c", Self.reader, layout.contentType], input: Data(body))
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    let parts = try JSON(parsing: outcome.outputData)
    let hex = { (bytes: [UInt8]) in bytes.map { String(format: "%02x", $0) }.joined() }
    #expect(parts[0][0].string == "message")
    #expect(parts[0][3].string == hex(Array("text with\r\nlines".utf8)))
    #expect(parts[1][0].string == "vi%22deo")
    #expect(parts[1][1].string == "a%0D%0A%22b%22 c;d.mp4")
    #expect(parts[1][2].string == "video/mp4")
    #expect(parts[1][3].string == hex(data))
    #expect(parts[2][1].string == "e%5C")
    #expect(parts[2][3].string == "")
  }
}
