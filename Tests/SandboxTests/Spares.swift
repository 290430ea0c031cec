import Foundation
import Glibc
internal import Sandbox
import TestSupport

/// The children of a fork server that have no order yet.
enum Spares {
  /// All that there are now.
  static func all(of runner: Runner) -> [Int32] {
    guard let server = runner.process else { return [] }
    return ProcessTable.processes()
      .filter { $0.parent == server && $0.name == "clipgate-spare" }.map(\.id)
  }

  /// The first one that is there and waits.
  static func waitForOne(of runner: Runner, besides old: Int32? = nil) throws -> Int32 {
    for _ in 0..<2_000 {
      if let spare = all(of: runner).first(where: { $0 != old }), waits(spare) { return spare }
      usleep(5_000)
    }
    throw ProgramError.outlivedDeadline(.seconds(10))
  }

  /// Whether it sleeps: what it does by itself is done.
  private static func waits(_ process: Int32) -> Bool {
    ProcessTable.processes().contains { $0.id == process && $0.state == "S" }
  }
}
