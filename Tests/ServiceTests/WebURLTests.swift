internal import Service
internal import Testing

@Suite struct WebURLTests {
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
    let url = try #require(WebURL(text))
    #expect(url.text == text)
    #expect(url.origin == origin)
    #expect(url.isExposed == isExposed)
  }

  @Test(arguments: [
    "", "example.com", "ftp://example.com/", "file:///etc/passwd", "https://", "https:///x",
    "http://:80/",
    "https://user:password@example.com/", "https://token@example.com/", "https://#x", "http://?x",
    "https://exa mple.com/", "https://example.com/\n", "https://exämple.com/", "http://a\\@b/",
    "gopher://example.com/",
  ])
  func `what is no URL of a web server, or holds a password, is none`(text: String) {
    #expect(WebURL(text) == nil)
  }

  @Test(arguments: [
    ("http://a", "", false, false, "http://a/n"),
    ("https://a:8/", "/", false, false, "https://a:8/n"),
    ("HTTP://A/b%20c?d=/e", "/b%20c", true, false, "HTTP://A/n?d=/e"),
    ("http://a?", "", true, false, "http://a/n?"),
    ("http://[::1]:8#x?y", "", false, true, "http://[::1]:8/n"),
    ("http://a/b?c#d", "/b", true, true, "http://a/n?c"),
  ])
  func `path, query and fragment are told apart, and a path is exchanged`(
    text: String, path: String, hasQuery: Bool, hasFragment: Bool, exchanged: String
  ) throws {
    let url = try #require(WebURL(text))
    #expect(url.path == path && url.hasQuery == hasQuery && url.hasFragment == hasFragment)
    #expect(url.with(path: "/n") == exchanged)
  }
}
