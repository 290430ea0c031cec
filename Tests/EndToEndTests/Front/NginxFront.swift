import Foundation
import Glibc
import TestSupport

/// nginx at work before a service, by the file `config/nginx.conf` with other ports and paths.
final class NginxFront: Sendable {
  /// Where it takes HTTPS, and plain HTTP.
  let port: UInt16, plainPort: UInt16
  /// The name that its certificate is for.
  static let host = "clips.example"

  /// What it is in front of.
  let service: RunningService
  private let folder: ScratchFolder
  private let program: RunningProgram

  /// nginx; nil where it is not installed. Its folder is root's as a rule.
  static var installed: Program? {
    Program.installed("nginx")
      ?? (FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx")
        ? Program(path: "/usr/sbin/nginx") : nil)
  }

  /// Starts it before a service, and returns when it listens.
  init(before service: RunningService, port: UInt16, plainPort: UInt16) throws {
    self.service = service
    guard let nginx = Self.installed else { throw ProgramError.notFound("nginx") }
    (self.port, self.plainPort) = (port, plainPort)
    folder = try ScratchFolder()
    try Certificate.make(for: Self.host, in: folder)
    var text = try String(contentsOfFile: Checkout.path("config/nginx.conf"), encoding: .utf8)
    let changes = [
      ("/run/nginx.pid", folder.file("pid")), ("/var/log/nginx/error.log", folder.file("log")),
      ("/etc/ssl/certs/clipgate.pem", folder.file("certificate.pem")),
      ("/etc/ssl/private/clipgate.key", folder.file("key.pem")),
      ("server 127.0.0.1:8080;", "server 127.0.0.1:\(service.port);"),
      ("listen 80;", "listen 127.0.0.1:\(plainPort);"),
      ("listen [::]:80;", "listen 127.0.0.2:\(plainPort);"),
      ("listen 443 ssl", "listen 127.0.0.1:\(port) ssl"),
      ("listen [::]:443 ssl", "listen 127.0.0.2:\(port) ssl"),
      ("http {", "http {\n" + Self.folders.map { "\($0)_temp_path \($0);\n" }.joined()),
    ]
    for (old, new) in changes {
      guard text.contains(old) else { throw ProgramError.notFound("nginx.conf: \(old)") }
      text = text.replacingOccurrences(of: old, with: new)
    }
    let file = try folder.write(Data(text.utf8), as: "nginx.conf")
    program = try nginx.start(["-p", folder.path, "-c", file, "-g", "daemon off;"])
    for _ in 0..<200 {
      if (try? Wire(port)) != nil { return }
      usleep(50_000)
    }
    let log = (try? String(contentsOfFile: folder.file("log"), encoding: .utf8)) ?? ""
    throw ProgramError.notFound("nginx does not listen: \(log)")
  }

  private static let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]

  /// What URLs begin with.
  var base: String { "https://\(Self.host):\(port)" }

  /// What curl is told to come here.
  var options: [String] {
    [
      "-sS", "--resolve", "\(Self.host):\(port):127.0.0.1", "--cacert",
      folder.file("certificate.pem"),
    ]
  }

  /// Runs curl against a path.
  func curl(
    _ path: String, _ arguments: [String] = [], input: Data = Data()
  ) throws -> CurlReply {
    try CurlReply.ask(options + arguments + [path.hasPrefix("http") ? path : base + path], input)
  }

  /// What it noted: warnings and errors.
  var log: String { (try? String(contentsOfFile: folder.file("log"), encoding: .utf8)) ?? "" }
}
