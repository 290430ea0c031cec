import Foundation
import TestSupport
import Testing

/// `clipgate upload` by https.
@Suite struct UploadCertificateTests {
  private static let server = """
    import http.server, os, ssl, sys
    class Server(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            open('asked', 'w').write(str(self.headers))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain('cert', 'key')
    server = http.server.HTTPServer(('127.0.0.1', 0), Server)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    open('port.part', 'w').write(str(server.server_port))
    os.rename('port.part', 'port')
    server.serve_forever()
    """

  @Test(
    .enabled(if: Program.installed("openssl") != nil, "openssl is not installed"),
    .enabled(if: Program.installed("python3") != nil, "python3 is not installed"))
  func `a server whose certificate nobody vouches for gets no movie and no token`() throws {
    let (openssl, python) = (
      try #require(Program.installed("openssl")), try #require(Program.installed("python3"))
    )
    let folder = try ScratchFolder()
    let made = try openssl.run(
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "cert"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      directory: folder.path)
    try #require(made.ending == .exit(0), "\(made.errors)")
    let running = try python.start(["-c", Self.server], directory: folder.path)
    var port: String?
    for _ in 0..<600 where port == nil {
      port = try? String(contentsOfFile: folder.file("port"), encoding: .utf8)
      if port == nil { usleep(50_000) }
    }
    let outcome = try Clipgate.run(
      ["upload", Checkout.path("samples/phone-portrait.mov")]
        + ["--to", "https://localhost:\(try #require(port))/x"],
      environment: ["CLIPGATE_UPLOAD_TOKEN": "secret"])
    running.send(signal: SIGKILL)
    #expect(outcome.ending == .exit(3))
    #expect(outcome.output.contains("the server's certificate is not good"))
    #expect(!folder.names.contains("asked"))
  }
}
