internal import Foundation
internal import Glibc

/// `clipgate serve` or `clipgate work` at work, on a folder of its own or one that is handed on.
///
/// Its end, with every process of its group, is certain when the last reference goes.
package final class RunningService: Sendable {
  /// Where it listens; 0 for workers alone.
  package let port: UInt16
  /// The directory of its database and store.
  package let data: String
  private let program: RunningProgram
  private let folder: ScratchFolder?

  /// Starts it, and returns when it listens.
  ///
  /// - Parameters:
  ///   - command: `serve` or `work`.
  ///   - data: an earlier one's directory, or a path where nothing is yet; nil for a new one.
  ///   - flags: more words of the command line.
  package init(
    _ command: String = "serve", data: String? = nil, flags: [String] = [],
    environment: [String: String?] = [:]
  ) throws {
    let folder = data == nil ? try ScratchFolder() : nil
    self.folder = folder
    let data = data ?? folder?.file("data") ?? ""
    self.data = data
    var usual: [String: String?] =
      Sanitizer.isOn ? ["CLIPGATE_POLICY_MAX_CPU_SECONDS": "200"] : [:]
    usual.merge(environment) { $1 }
    let listen = command == "serve" ? ["--listen", "127.0.0.1:0"] : []
    program = try Program.clipgate().start(
      [command, "--data", data] + listen + flags, environment: usual)
    port = try Self.port(told: command == "serve" ? "listening" : "working", by: program)
  }

  deinit { killAll() }

  /// The process of the server itself.
  package var process: Int32 { program.process }

  /// What it said so far: log lines.
  package var log: [JSON] { Self.lines(program).compactMap { try? JSON(parsing: Data($0.utf8)) } }

  package func send(signal: Int32) { program.send(signal: signal) }

  /// Waits for its end.
  package func wait(deadline: Duration = .seconds(30)) throws -> Outcome {
    try program.wait(deadline: deadline)
  }

  /// Kills the whole group.
  package func killAll() { kill(-program.process, SIGKILL) }

  /// Kills the server as a machine without memory does, and buries it.
  package func killServer() throws {
    kill(program.process, SIGKILL)
    _ = try wait()
  }

  /// Its fork server and the children of that, which work in its process group.
  package func others() -> [Int32] {
    ProcessTable.processes().filter { $0.group == program.process && $0.id != program.process }
      .map(\.id)
  }

  /// Sends a request of few bytes, and gives its answer.
  package func get(
    _ path: String, method: String = "GET", fields: [String] = []
  ) throws -> Reply {
    let wire = try Wire(port)
    let head = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields
    wire.send(Array((head + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8))
    guard let reply = wire.answer(within: 60, isHead: method == "HEAD") else {
      throw ProgramError.system("answer", 0)
    }
    return reply
  }

  /// Sends a body with its length, and gives the answer.
  package func post(
    _ path: String, _ body: [UInt8], type: String = "video/mp4", fields: [String] = []
  ) throws -> Reply {
    let wire = try Wire(port)
    let head =
      ["POST \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Content-Type: \(type)"]
      + ["Content-Length: \(body.count)", "Connection: close"] + fields
    wire.send(Array((head + ["", ""]).joined(separator: "\r\n").utf8) + body)
    guard let reply = wire.answer(within: 120) else { throw ProgramError.system("answer", 0) }
    return reply
  }

  private static func port(told event: String, by program: RunningProgram) throws -> UInt16 {
    for _ in 0..<1200 {
      for line in lines(program) {
        guard let json = try? JSON(parsing: Data(line.utf8)), json["event"].string == event else {
          continue
        }
        let url = json["url"].string ?? ""
        return UInt16(url.split(separator: ":").last ?? "") ?? 0
      }
      if kill(program.process, 0) != 0 || ProcessTable.isZombie(program.process) { break }
      usleep(50_000)
    }
    kill(-program.process, SIGKILL)
    let said = (try? program.wait())?.errors ?? ""
    throw ProgramError.notFound("clipgate serve does not listen: \(said)")
  }

  private static func lines(_ program: RunningProgram) -> [String] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // The buffer is lent for the call.
      let count = unsafe pread(program.errors, &buffer, buffer.count, text.count)
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
