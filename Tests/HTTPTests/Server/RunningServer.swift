import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTP

/// A server on a port of its own, stopped with the last reference to it.
final class RunningServer: Sendable {
  let handler: CountingHandler
  let server: Server
  private let exchangesKept = Exchanges()

  final class Exchanges: Sendable {
    let all = Mutex<[Exchange]>([])
  }

  var port: UInt16 { server.port }
  var exchanges: [Exchange] { exchangesKept.all.withLock { $0 } }

  init(
    host: String = "127.0.0.1", handler: CountingHandler = CountingHandler(),
    _ change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws {
    var configuration = ServerConfiguration(host: host, port: 0)
    configuration.threads = 2
    configuration.decorate = { response, _ in response.fields["X-Decorated"] = "yes" }
    configuration.observe = { [exchangesKept] exchange in
      exchangesKept.all.withLock { $0.append(exchange) }
    }
    change(&configuration)
    self.handler = handler
    server = try Server.start(configuration, handler: handler)
  }

  deinit { server.stop(within: .zero) }

  /// Waits until something holds, at most 5 seconds.
  static func eventually(_ holds: () -> Bool) -> Bool {
    for _ in 0..<500 {
      if holds() { return true }
      usleep(10_000)
    }
    return holds()
  }

  /// Descriptors that this process has open.
  static var descriptors: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
  }
}
