import Dispatch
import Foundation
import Glibc
import TestSupport

/// A client of a soak, that does one thing after the other until the soak is over.
protocol SoakClient: SendableMetatype {
  init(_ servers: SoakServers, _ ledger: SoakLedger, seed: UInt64)

  var generator: SeededGenerator { get set }

  /// Does one thing, and waits for its end.
  mutating func act()
}

extension SoakClient {
  /// Starts some of them, each on a thread of its own; `ended` is left by each with its last answer.
  static func start(
    _ count: Int, _ servers: SoakServers, _ ledger: SoakLedger, seed: UInt64, ended: DispatchGroup
  ) {
    for number in 0..<count {
      ended.enter()
      let seed = seed &+ UInt64(number)
      Thread {
        var client = Self(servers, ledger, seed: seed)
        while !ledger.promises.isOver {
          client.act()
          usleep(.random(in: 20_000...300_000, using: &client.generator))
        }
        ended.leave()
      }.start()
    }
  }
}
