internal import Service
internal import Testing

@Suite struct WebhookURLTests {
  @Test(arguments: [
    ("https://example.com/hooks?key=secret", "https://example.com", false),
    ("HTTPS://Example.com:8443", "https://example.com:8443", false),
    ("http://example.com?key=secret", "http://example.com", true),
    ("http://10.0.0.7:9000/x", "http://10.0.0.7:9000", true),
    ("http://127.0.0.1:9000/x", "http://127.0.0.1:9000", false),
    ("http://localhost/x", "http://localhost", false),
    ("http://[::1]:9000/x", "http://[::1]:9000", false),
    ("http://[2001:db8::1]/x", "http://[2001:db8::1]", true),
    ("http://localhost.example.com/", "http://localhost.example.com", true),
    ("http://127.0.0.1.example.com/", "http://127.0.0.1.example.com", true),
  ])
  func `of a URL the origin is told, and whether others can read what is sent`(
    text: String, origin: String, isExposed: Bool
  ) throws {
    let url = try #require(WebhookURL(text))
    #expect(url.text == text)
    #expect(url.origin == origin)
    #expect(url.isExposed == isExposed)
  }

  @Test(arguments: [
    "", "example.com", "ftp://example.com/", "file:///etc/passwd", "https://", "https:///x",
    "http://:80/",
    "https://user:password@example.com/", "https://token@example.com/", "https://example.com/#x",
    "https://exa mple.com/", "https://example.com/\n", "https://exämple.com/", "http://a\\@b/",
    "gopher://example.com/",
  ])
  func `what is no URL of a web server, or holds a password, is none`(text: String) {
    #expect(WebhookURL(text) == nil)
  }
}
