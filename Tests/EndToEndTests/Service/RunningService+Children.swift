import Foundation
import Glibc
import TestSupport

extension ProcessTable {
  /// The processes that a server opens movies in: those of its group that its fork server made. The
  /// one that waits for its order is called otherwise.
  static func children(ofServer server: Int32) -> [Entry] {
    processes().filter {
      $0.group == server && $0.id != server && $0.parent != server && $0.name == "clipgate-child"
    }
  }
}

extension RunningService {
  /// Where a service that somebody else has started listens, once its log says so; nil where it does not.
  static func port(told log: String) throws -> UInt16? {
    for _ in 0..<1200 {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      for line in text.split(separator: "\n") {
        guard let json = try? JSON(parsing: Data(line.utf8)), json["event"].string == "listening"
        else { continue }
        return json["url"].string?.split(separator: ":").last.flatMap { UInt16($0) }
      }
      usleep(50_000)
    }
    return nil
  }

  /// The processes that it opens movies in.
  var children: [ProcessTable.Entry] { ProcessTable.children(ofServer: process) }

  /// Whether a child waits for an order, soon.
  func hasSpare() -> Bool {
    for _ in 0..<400 {
      let all = ProcessTable.processes()
      if all.contains(where: { $0.group == process && $0.name == "clipgate-spare" }) { return true }
      usleep(5_000)
    }
    return false
  }

  /// Halts what is at work, so that no job ends by itself any more.
  ///
  /// - Parameter count: how many jobs are at work.
  func haltChildren(_ count: Int) throws {
    for _ in 0..<2000 {
      let children = children
      // One that is halted can't be followed by the next stage's.
      if children.filter({ $0.state == "T" }).count == count { return }
      for child in children { kill(child.id, SIGSTOP) }
      usleep(5_000)
    }
    throw ProgramError.outlivedDeadline(.seconds(10))
  }
}
