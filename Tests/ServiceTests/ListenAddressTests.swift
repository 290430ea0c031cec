import Testing

@testable import Service

@Suite struct ListenAddressTests {
  @Test(
    arguments: [
      ("127.0.0.1:8080", "127.0.0.1", 8080, true), ("localhost:0", "localhost", 0, true),
      ("[::1]:80", "::1", 80, true), ("0.0.0.0:65535", "0.0.0.0", 65535, false),
      ("[::]:80", "::", 80, false), ("127.1.2.3:1", "127.1.2.3", 1, true),
      ("clips.example.com:443", "clips.example.com", 443, false),
      ("127.0.0.1.example.com:1", "127.0.0.1.example.com", 1, false),
    ] as [(String, String, UInt16, Bool)])
  func `host and port are read, and whether others reach it`(
    text: String, host: String, port: UInt16, isLoopback: Bool
  ) throws {
    let address = try #require(ListenAddress(text))
    #expect(address.host == host)
    #expect(address.port == port)
    #expect(address.isLoopback == isLoopback)
    #expect(address.text == text)
  }

  @Test(arguments: [
    "", ":", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1",
    "127.0.0.1:+1", "::1:80", "[::1:80", "::1]:80", "a b:80", "[]:80",
  ])
  func `anything else is none`(text: String) {
    #expect(ListenAddress(text) == nil)
  }
}
