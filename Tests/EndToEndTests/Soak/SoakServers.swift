import Foundation
import Glibc
import TestSupport

/// The processes of a soak, on the same data: a server and workers that are killed, and a server that
/// never is.
///
/// What grows in a process is seen in one that lives long, and who asks it may count on an answer.
final class SoakServers: Sendable {
  let pair: ServicePair
  let steady: RunningService

  init(environment: [String: String?]) throws {
    pair = try ServicePair(environment: environment)
    steady = try RunningService(data: pair.data, environment: environment)
  }

  /// One of the two.
  func any(_ generator: inout SeededGenerator) -> RunningService {
    Bool.random(using: &generator) ? steady : pair.server
  }

  func isSteady(_ service: RunningService) -> Bool { service === steady }

  /// Kills a process that one of the steady server's movies is open in, or what makes those.
  ///
  /// - Returns: false where there is none.
  func killBesideSteady(_ target: ServicePair.Target, using generator: inout SeededGenerator)
    -> Bool
  {
    let children = steady.children.map(\.id)
    let victims = target == .child ? children : steady.others().filter { !children.contains($0) }
    guard let victim = victims.randomElement(using: &generator) else { return false }
    return Glibc.kill(victim, SIGKILL) == 0
  }
}
