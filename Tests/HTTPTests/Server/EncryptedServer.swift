import Foundation
import TestSupport

@testable import HTTP

/// A server that speaks TLS, and clients of Python's `ssl` for it.
final class EncryptedServer: Sendable {
  let running: RunningServer
  private let folder: ScratchFolder

  static var canRun: Bool { python.isInstalled && Tool(name: "openssl").isInstalled }

  private static let python = Tool(name: "python3")

  init(
    handler: CountingHandler = CountingHandler(),
    _ change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws {
    folder = try ScratchFolder()
    try Certificate.make(for: "localhost", in: folder)
    let identity = try Self.identity(in: folder)
    running = try RunningServer(handler: handler) {
      $0.identity = identity
      change(&$0)
    }
  }

  var port: UInt16 { running.port }

  static func identity(
    in folder: ScratchFolder, certificate: String = "certificate.pem", key: String = "key.pem"
  ) throws -> TLSIdentity {
    func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(filePath: folder.file(name))))
    }
    return try TLSIdentity(certificate: try bytes(certificate), key: try bytes(key))
  }

  /// What every script has: `connect`, `answer`, `post` and `chunked`.
  private static let prelude = """
    import hashlib, os, socket, ssl, sys, time, http.client
    port = int(sys.argv[1])
    context = ssl.create_default_context(cafile=sys.argv[2])
    def connect(buffer=None):
        s = socket.socket()
        if buffer: s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        s.settimeout(20)
        s.connect(("127.0.0.1", port))
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return context.wrap_socket(s, server_hostname="localhost", suppress_ragged_eofs=False)
    def answer(s):
        r = http.client.HTTPResponse(s)
        r.begin()
        return r.status, r.read().decode()
    def post(count, path="/", more=""):
        return f"POST {path} HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: {count}\\r\\n{more}\\r\\n".encode()
    def get(path):
        return f"GET {path} HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n".encode()
    def end(s):
        try: return "closed" if s.recv(1) == b"" else "more"
        except ssl.SSLEOFError: return "cut"
        except ConnectionResetError: return "reset"

    """

  /// Runs a script, and gives the lines that it prints.
  func python(_ script: String, to port: UInt16? = nil) throws -> [String] {
    try Self.python(script, port ?? self.port, folder)
  }

  static func python(_ script: String, _ port: UInt16, _ folder: ScratchFolder) throws -> [String] {
    let outcome = try python.run([
      "-c", prelude + script, "\(port)", folder.file("certificate.pem"), folder.path,
    ])
    guard outcome.ending == .exit(0) else { throw ProgramError.notFound(outcome.errors) }
    return outcome.lines
  }
}
