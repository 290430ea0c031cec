import Multipart
import Testing

@Suite("What parts and bodies say of themselves")
struct HeaderTests {
  private func header(_ lines: String...) throws -> PartHeader {
    let parts = try Parts.parse(
      "--b\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\nx\r\n--b--")
    return try #require(parts.parts.first).header
  }

  @Test(
    "Names and labels are read in each form that clients send",
    arguments: [
      (#"form-data; name="video"; filename="clip.mp4""#, "video", "clip.mp4"),
      (#"form-data; name=video; filename=clip.mp4"#, "video", "clip.mp4"),
      (#"form-data;name="video";filename="clip.mp4""#, "video", "clip.mp4"),
      (#"FORM-DATA ; NAME = "video" ; FileName = "clip.mp4" ;"#, "video", "clip.mp4"),
      (#"form-data; filename="clip.mp4"; name="video""#, "video", "clip.mp4"),
      (#"form-data; name="a b"; filename="x;y=z.mp4""#, "a b", "x;y=z.mp4"),
      (#"form-data; name="a\"b"; filename="C:\movies\\clip.mp4""#, "a\"b", #"C:\movies\clip.mp4"#),
      (#"form-data; name="video"; filename="""#, "video", ""),
      (#"form-data; name="""#, "", nil),
      (#"form-data; name="video"; filename="Généré 名前 🎬.mp4""#, "video", "Généré 名前 🎬.mp4"),
      (#"form-data; name="video"; filename="../../etc/passwd""#, "video", "../../etc/passwd"),
      (#"form-data; name="video"; filename*=UTF-8''%E8%A7%86%20a.mp4"#, "video", "视 a.mp4"),
      (#"form-data; name="v"; filename="a.mp4"; filename*=utf-8'en'%c3%a4.mp4"#, "v", "ä.mp4"),
      (#"form-data; name="v"; filename*=iso-8859-1''%E4.mp4; filename="a.mp4""#, "v", "ä.mp4"),
      // What can't be read is as if it were not there.
      (#"form-data; name="v"; filename="a.mp4"; filename*=UTF-8''%E4.mp4"#, "v", "a.mp4"),
      (#"form-data; name="v"; filename="a.mp4"; filename*=UTF-8''%0.mp4"#, "v", "a.mp4"),
      (#"form-data; name="v"; filename="a.mp4"; filename*=UTF-8''a%00.mp4"#, "v", "a.mp4"),
      (#"form-data; name="v"; filename="a.mp4"; filename*=big5''a.mp4"#, "v", "a.mp4"),
      (#"form-data; name="v"; filename*=a.mp4"#, "v", nil),
    ] as [(String, String, String?)])
  func disposition(value: String, name: String, filename: String?) throws {
    let header = try header("Content-Disposition: \(value)")
    #expect(header.name == name)
    #expect(header.filename == filename)
    #expect(header.contentType == nil)
  }

  @Test("Bytes that are no UTF-8 are replaced")
  func notUTF8() throws {
    let body =
      Array("--b\r\nContent-Disposition: form-data; name=v; filename=\"a".utf8) + [0xE9, 0xFF]
      + Array(".mp4\"\r\n\r\nx\r\n--b--".utf8)
    #expect(try Parts.parse(body).parts.first?.header.filename == "a\u{FFFD}\u{FFFD}.mp4")
  }

  @Test("A type is a label, whatever it says; a charset changes nothing")
  func type() throws {
    let header = try header(
      "Content-Disposition: form-data; name=\"message\"",
      "Content-Type: text/plain; charset=ISO-8859-1", "Content-Transfer-Encoding: 8bit")
    #expect(header.contentType == "text/plain; charset=ISO-8859-1")
    #expect(header.filename == nil)
  }

  @Test("Folded lines are one")
  func folded() throws {
    let header = try header("Content-Disposition: form-data;", "\tname=\"a\";", "  filename=b")
    #expect(header.name == "a")
    #expect(header.filename == "b")
  }

  @Test(
    "A boundary is found in each form of the type",
    arguments: [
      ("multipart/form-data; boundary=b", true), ("multipart/form-data;boundary=\"b\"", true),
      ("Multipart/Form-Data; BOUNDARY=b", true),
      ("multipart/form-data; charset=utf-8; boundary=b", true),
      ("multipart/form-data; boundary=alamofire.boundary.0123456789abcdef", true),
      ("multipart/form-data; boundary=\"a b'()+_,-./:=?\"", true),
      ("multipart/form-data; boundary=\(String(repeating: "x", count: 70))", true),
      ("multipart/form-data; boundary=\(String(repeating: "x", count: 71))", false),
      ("multipart/form-data", false), ("multipart/form-data; boundary=", false),
      ("multipart/form-data; boundary=\"\"", false), ("multipart/mixed; boundary=b", false),
      ("multipart/form-data; boundary=\"b \"", false), ("multipart/form-data; boundary=é", false),
      ("multipart/form-data; boundary=b; boundary=c", false), ("video/mp4", false), ("", false),
      ("multipart/form-data; boundary=\"b", false), ("multipart/form-data boundary=b", false),
    ])
  func boundary(type: String, isOne: Bool) {
    var code: MultipartError.Code?
    do throws(MultipartError) { _ = try MultipartBoundary(contentType: type) } catch {
      code = error.code
    }
    #expect(code == (isOne ? nil : .badType))
  }
}
