import Foundation
import Glibc
import Synchronization
import TestSupport

/// A server and a process of workers on the same data, parts of which are killed; what leads a group is
/// started again at once.
final class ServicePair: Sendable {
  /// What is killed, as a machine without memory does it.
  enum Target: CaseIterable {
    case server, workers, runner, child
  }

  let data: String
  /// Follows the groups of killed processes to their end.
  let graves = GroupWatch()
  private let folder: ScratchFolder
  private let environment: [String: String?]
  private let both: Mutex<(server: RunningService, workers: RunningService)>

  init(environment: [String: String?] = [:]) throws {
    folder = try ScratchFolder()
    data = folder.file("data")
    self.environment = environment
    let server = try RunningService(data: data, environment: environment)
    both = Mutex((server, try RunningService("work", data: data, environment: environment)))
  }

  /// The server as it is now.
  var server: RunningService { both.withLock { $0.server } }

  /// Kills one process; waits for a child where there is none.
  ///
  /// - Returns: false where there was none of that kind.
  func kill(_ target: Target, using generator: inout SeededGenerator) throws -> Bool {
    switch target {
    case .server:
      let server = server
      try server.killServer()
      graves.follow(server.process)
      let next = try RunningService(data: data, environment: environment)
      both.withLock { $0.server = next }
      return true
    case .workers:
      let workers = both.withLock { $0.workers }
      try workers.killServer()
      graves.follow(workers.process)
      let next = try RunningService("work", data: data, environment: environment)
      both.withLock { $0.workers = next }
      return true
    case .runner, .child:
      for _ in 0..<2000 {
        let victims = target == .runner ? runners() : children()
        // It may have ended meanwhile.
        if let victim = victims.randomElement(using: &generator),
          Glibc.kill(victim, SIGKILL) == 0
        {
          return true
        }
        usleep(10_000)
      }
      return false
    }
  }

  /// Ends both in good order and starts a server alone.
  ///
  /// - Returns: how the two ended.
  func restart() throws -> (ends: [Outcome.Ending], server: RunningService) {
    let (server, workers) = both.withLock { $0 }
    for service in [server, workers] { service.send(signal: SIGTERM) }
    let ends = try [server, workers].map { try $0.wait().ending }
    for service in [server, workers] { graves.follow(service.process) }
    let next = try RunningService(data: data, environment: environment)
    both.withLock { $0.server = next }
    return (ends, next)
  }

  private func runners() -> [Int32] {
    let leaders = both.withLock { [$0.server.process, $0.workers.process] }
    return ProcessTable.processes().filter { leaders.contains($0.parent) }.map(\.id)
  }

  private func children() -> [Int32] {
    let leaders = both.withLock { [$0.server.process, $0.workers.process] }
    return ProcessTable.processes()
      .filter { leaders.contains($0.group) && $0.id != $0.group && !leaders.contains($0.parent) }
      .map(\.id)
  }
}
