import Testing

@testable import FrontDoor

@Suite struct DownloadNameTests {
  @Test(
    arguments: [
      ("holiday.mov", "inline; filename=\"holiday.mp4\"; filename*=UTF-8''holiday.mp4"),
      (nil, "inline; filename=\"clip.mp4\"; filename*=UTF-8''clip.mp4"),
      ("", "inline; filename=\"clip.mp4\"; filename*=UTF-8''clip.mp4"),
      ("../../etc/passwd", "inline; filename=\"passwd.mp4\"; filename*=UTF-8''passwd.mp4"),
      ("C:\\a\\b.mov", "inline; filename=\"b.mp4\"; filename*=UTF-8''b.mp4"),
      (".hidden", "inline; filename=\".hidden.mp4\"; filename*=UTF-8''.hidden.mp4"),
      ("é 名.mov", "inline; filename=\"_ _.mp4\"; filename*=UTF-8''%C3%A9%20%E5%90%8D.mp4"),
      ("a\"b\r\nX: y.mov", "inline; filename=\"a_bX: y.mp4\"; filename*=UTF-8''a%22bX%3A%20y.mp4"),
      ("gpj\u{202E}4pm.mov", "inline; filename=\"gpj4pm.mp4\"; filename*=UTF-8''gpj4pm.mp4"),
    ] as [(String?, String)])
  func `a label becomes a name that every browser reads`(label: String?, disposition: String) {
    #expect(DownloadName(label, ending: "mp4").disposition == disposition)
  }

  @Test func `a long name is cut`() {
    let name = DownloadName(String(repeating: "x", count: 5000), ending: "jpg")
    #expect(name.disposition.count < 300)
  }
}
