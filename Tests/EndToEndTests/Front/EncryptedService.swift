import Foundation
import TestSupport

/// `clipgate serve` with a certificate of its own, and curl for it.
final class EncryptedService: Sendable {
  let service: RunningService
  let folder: ScratchFolder

  static var canRun: Bool {
    ["curl", "openssl", "python3"].allSatisfy { Program.installed($0) != nil }
  }

  init(flags: [String] = [], environment: [String: String?] = [:]) throws {
    folder = try ScratchFolder()
    try Certificate.make(for: "localhost", in: folder)
    var all = Self.variables(in: folder)
    all.merge(environment) { $1 }
    service = try RunningService(flags: flags, environment: all)
  }

  static func variables(in folder: ScratchFolder) -> [String: String?] {
    [
      "CLIPGATE_SERVER_TLS_CERTIFICATE": folder.file("certificate.pem"),
      "CLIPGATE_SERVER_TLS_KEY": folder.file("key.pem"),
    ]
  }

  /// What URLs begin with.
  var base: String { "https://localhost:\(service.port)" }

  /// What curl is told to trust it.
  var options: [String] {
    [
      "-sS", "--cacert", folder.file("certificate.pem"), "--resolve",
      "localhost:\(service.port):127.0.0.1",
    ]
  }

  /// Runs curl against a path or a URL.
  func curl(_ path: String, _ arguments: [String] = [], input: Data = Data()) throws -> CurlReply {
    try CurlReply.ask(options + arguments + [path.hasPrefix("http") ? path : base + path], input)
  }

  /// Runs a script of Python's, whose `connect()` gives a connection, and gives the lines that it prints.
  func python(_ script: String) throws -> [String] {
    let outcome = try Tool(name: "python3").run([
      "-c", Self.prelude + script, "\(service.port)", folder.file("certificate.pem"),
    ])
    guard outcome.ending == .exit(0) else { throw ProgramError.notFound(outcome.errors) }
    return outcome.lines
  }

  private static let prelude = """
    import http.client, json, socket, ssl, sys, time
    port = int(sys.argv[1])
    context = ssl.create_default_context(cafile=sys.argv[2])
    def connect():
        return http.client.HTTPSConnection("localhost", port, context=context, timeout=60)

    """
}
