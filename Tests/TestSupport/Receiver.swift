package import Foundation
internal import Glibc

/// A server of somebody who receives webhooks: it writes down what comes, and answers as it is told.
///
/// Python's `http.server`, so that what we send is read by a server that is not ours.
package final class Receiver: Sendable {
  /// A request that came.
  package struct Request: Sendable {
    /// Header fields, with names in lower case.
    package let fields: [String: String]
    package let body: Data
    package let method: String
    package let path: String
    /// Seconds on the machine's own clock.
    package let time: Double

    /// The body as JSON.
    package var document: JSON { (try? JSON(parsing: body)) ?? .null }
    package var id: String { fields["webhook-id"] ?? "" }
  }

  package let port: UInt16
  private let program: RunningProgram
  private let log: String

  /// Whether there is a Python to run it.
  package static let isThere = Program.installed("python3") != nil

  /// Starts it, and returns when it listens.
  ///
  /// - Parameters:
  ///   - answers: one for each request in turn, and the last one for all others: a status,
  ///     `503:7` with Retry-After, `302`, which leads to `/elsewhere`, `hang`, `drop` (the connection ends
  ///     without an answer), `half` (the body breaks off behind a 200), `endless` (its body never ends).
  ///   - port: 0 for any free one.
  package init(_ answers: [String], port: UInt16 = 0, in folder: ScratchFolder) throws {
    log = folder.file("received-\(UUID().uuidString)")
    let told = "\(log).port"
    guard let python = Program.installed("python3") else { throw ProgramError.notFound("python3") }
    program = try python.start(
      ["-c", Self.script, "\(port)", log, told, answers.joined(separator: ",")])
    for _ in 0..<600 {
      if let text = try? String(contentsOfFile: told, encoding: .utf8), let port = UInt16(text) {
        self.port = port
        return
      }
      usleep(20_000)
    }
    throw ProgramError.notFound("receiver: \((try? program.wait())?.errors ?? "")")
  }

  deinit { kill(-program.process, SIGKILL) }

  package var url: String { "http://127.0.0.1:\(port)/hooks?key=topsecret" }

  /// What came so far, in order.
  package var requests: [Request] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      guard let json = try? JSON(parsing: Data(line.utf8)) else { return nil }
      var fields: [String: String] = [:]
      for pair in json["fields"].items { fields[pair[0].string ?? ""] = pair[1].string }
      return Request(
        fields: fields, body: Data(base64Encoded: json["body"].string ?? "") ?? Data(),
        method: json["method"].string ?? "", path: json["path"].string ?? "",
        time: json["time"].double ?? 0)
    }
  }

  /// Waits until as many requests came, and gives them.
  package func wait(for count: Int, within seconds: Double = 30) throws -> [Request] {
    let end = ContinuousClock().now + .seconds(seconds)
    while ContinuousClock().now < end {
      let requests = requests
      if requests.count >= count { return requests }
      usleep(20_000)
    }
    throw ProgramError.notFound("\(count) requests; there were \(requests.count)")
  }

  private static let script = #"""
    import base64, json, sys, threading, time
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    port, log, told, answers = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4].split(",")
    lock, count = threading.Lock(), 0
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        def do_POST(self):
            global count
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            with lock:
                answer = answers[min(count, len(answers) - 1)]
                count += 1
                with open(log, "a") as file:
                    file.write(json.dumps({
                        "method": self.command, "path": self.path, "time": time.monotonic(),
                        "fields": [[k.lower(), v] for k, v in self.headers.items()],
                        "body": base64.b64encode(body).decode()}) + "\n")
            if answer == "hang":
                time.sleep(600)
            if answer == "drop":
                self.close_connection = True
                return
            if answer in ("half", "endless"):
                self.send_response(200)
                self.send_header("Content-Length", str(1 << 40))
                self.end_headers()
                self.wfile.write(b"a" * 100)
                self.wfile.flush()
                while answer == "endless":
                    self.wfile.write(b"a" * 65536)
                self.close_connection = True
                return
            status, _, wait = answer.partition(":")
            self.send_response(int(status))
            if wait:
                self.send_header("Retry-After", wait)
            if status.startswith("3"):
                self.send_header("Location", f"http://127.0.0.1:{server.server_port}/elsewhere")
            self.send_header("Content-Length", "3")
            self.end_headers()
            self.wfile.write(b"ok\n")
        do_GET = do_POST
        def log_message(self, *words):
            pass
    class Server(ThreadingHTTPServer):
        daemon_threads = True
        allow_reuse_address = True
        def handle_error(self, *words):
            pass
    server = Server(("127.0.0.1", port), Handler)
    with open(told + ".new", "w") as file:
        file.write(str(server.server_port))
    import os
    os.rename(told + ".new", told)
    server.serve_forever()
    """#
}
