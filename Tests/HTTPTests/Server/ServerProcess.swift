import Foundation
import Glibc
import TestSupport
import Testing

/// The program `ServerSteps`: a server in a process of its own, stopped with the last reference to it.
final class ServerProcess {
  let port: UInt16
  private let program: RunningProgram

  /// - Parameters:
  ///   - connections: that it takes at once.
  ///   - descriptors: that it may have open; nil for as many as this process.
  ///   - certificate: with its key, for TLS.
  init(
    connections: Int = 512, descriptors: Int? = nil, certificate: String = "", key: String = ""
  ) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let door = try Program.built("ServerSteps").path
    let limit = descriptors.map { "ulimit -n \($0); " } ?? ""
    program = try Program(path: "/bin/sh").start([
      "-c", "\(limit)exec '\(door)' \(connections) \(certificate) \(key) > '\(file)'",
    ])
    var said: UInt16?
    _ = RunningServer.eventually {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      if text.hasSuffix("\n") { said = UInt16(text.dropLast()) }
      return said != nil
    }
    guard let said else { throw ProgramError.notFound("ServerProcess's port") }
    port = said
  }

  deinit {
    program.send(signal: SIGTERM)
    _ = try? program.wait(deadline: .seconds(10))
  }

  /// Bytes of memory that are the process's own at the moment.
  var memory: Int {
    let text =
      (try? String(contentsOfFile: "/proc/\(program.process)/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").compactMap { Int($0) }
    return pages.count > 2 ? (pages[1] - pages[2]) * 4096 : 0
  }

  /// Descriptors that the process has open.
  var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.process)/fd").count) ?? 0
  }
}
