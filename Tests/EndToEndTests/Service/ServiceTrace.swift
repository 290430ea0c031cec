import Foundation
import TestSupport
import Testing

/// What all processes of a service ask of the system, as `strace` sees it from a moment on.
struct ServiceTrace {
  private let trace: RunningProgram
  private let folder: ScratchFolder

  /// - Parameter calls: the names of the calls, separated by commas.
  init(_ service: RunningService, calls: String) throws {
    folder = try ScratchFolder()
    let strace = try #require(Program.installed("strace"))
    let processes = [service.process] + service.others()
    trace = try strace.start(
      ["-f", "-qq", "-y", "-s", "300", "-o", folder.file("calls"), "-e", "trace=\(calls)"]
        + processes.flatMap { ["-p", "\($0)"] })
    for _ in 0..<200 where !processes.allSatisfy(Self.isTraced) { usleep(50_000) }
    try #require(processes.allSatisfy(Self.isTraced))
  }

  /// Ends the trace.
  ///
  /// - Returns: the calls in the order of their ends, each with its thread's number; one that was interrupted by
  ///   another thread's is put together again.
  func end() throws -> [String] {
    trace.send(signal: SIGINT)
    _ = try trace.wait()
    let text = try String(contentsOfFile: folder.file("calls"), encoding: .utf8)
    var begun: [Substring: Substring] = [:]
    var calls: [String] = []
    for line in text.split(separator: "\n") {
      let thread = line.prefix { $0.isNumber }
      if let cut = line.range(of: " <unfinished ...>") {
        begun[thread] = line[..<cut.lowerBound]
      } else if line.contains(" resumed>"), let end = line.range(of: "resumed>") {
        calls.append("\(begun.removeValue(forKey: thread) ?? thread)\(line[end.upperBound...])")
      } else {
        calls.append(String(line))
      }
    }
    return calls + begun.values.map(String.init)
  }

  private static func isTraced(_ process: Int32) -> Bool {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.allSatisfy { thread in
      let status = try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
      return status?.contains("TracerPid:\t0\n") == false
    }
  }
}
