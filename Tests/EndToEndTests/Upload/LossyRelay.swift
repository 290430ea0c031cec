import Foundation
import TestSupport

/// Hands requests on to a server, and loses the answer to the first of them.
final class LossyRelay: Sendable {
  let port: UInt16
  private let program: RunningProgram

  private static let source = """
    import http.client, http.server, socket, struct, sys
    target = int(sys.argv[1])
    class Relay(http.server.BaseHTTPRequestHandler):
        asked = 0
        def do_POST(self):
            body = self.rfile.read(int(self.headers['Content-Length']))
            there = http.client.HTTPConnection('127.0.0.1', target)
            there.request('POST', self.path, body, dict(self.headers))
            answer = there.getresponse()
            text = answer.read()
            Relay.asked += 1
            if Relay.asked == 1:
                linger = struct.pack('ii', 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.connection.close()
                self.close_connection = True
                return
            self.send_response(answer.status)
            self.send_header('Content-Length', str(len(text)))
            self.end_headers()
            self.wfile.write(text)
        def log_message(self, *words): pass
    server = http.server.HTTPServer(('127.0.0.1', 0), Relay)
    open(sys.argv[2] + '.part', 'w').write(str(server.server_port))
    import os; os.rename(sys.argv[2] + '.part', sys.argv[2])
    server.serve_forever()
    """

  init(to port: UInt16) throws {
    guard let python = Program.installed("python3") else { throw ProgramError.notFound("python3") }
    let folder = try ScratchFolder()
    program = try python.start(["-c", Self.source, "\(port)", folder.file("port")])
    var told: UInt16?
    for _ in 0..<600 where told == nil {
      let text = try? String(contentsOfFile: folder.file("port"), encoding: .utf8)
      told = text.flatMap(UInt16.init)
      if told == nil { usleep(50_000) }
    }
    guard let told else { throw ProgramError.notFound("the relay's port") }
    self.port = told
  }

  func stop() { program.send(signal: SIGKILL) }
}
