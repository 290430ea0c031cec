import Dispatch
import Foundation
import Synchronization
import TestSupport

/// Many clients that send heads and bodies byte by byte, all on one thread; who is cut comes again, once the
/// server may have seen the end of the connection before.
final class SlowCrowd: Sendable {
  /// How one connection ended.
  struct Cut: Sendable {
    var isBody: Bool
    /// Of the answer; 0 where there was none.
    var status: Int
    /// From the connection to the answer.
    var seconds: Double
  }

  private struct State {
    var cuts: [Cut] = []
    /// How many are connected now.
    var count = 0
    var isOver = false
  }

  private struct Client {
    var wire: Wire
    var start: ContinuousClock.Instant
    var isBody: Bool
    var number: Int
  }

  private let state = Mutex(State())
  private let isDone = DispatchSemaphore(value: 0)
  private let port: UInt16

  /// Starts them: as many heads as bodies.
  ///
  /// - Parameter fields: more lines of the head of a client that sends bodies, each with its end.
  init(_ count: Int, port: UInt16, fields: @escaping @Sendable (Int) -> String = { _ in "" }) {
    self.port = port
    Thread { [self] in
      var clients: [Client] = []
      var absent = (0..<count).map { (number: $0, since: ContinuousClock().now - .seconds(1)) }
      // Each sends a byte a second, and is looked at whenever one does.
      var turn = 0
      while !state.withLock({ $0.isOver }) {
        while let first = absent.first, ContinuousClock().now - first.since > .milliseconds(500) {
          absent.removeFirst()
          connect(first.number, fields(first.number), &clients)
        }
        turn = (turn + 1) % 20
        var left: [Client] = []
        for client in clients {
          if client.number % 20 == turn { client.wire.send("x") }
          if let cut = Self.cut(client) {
            absent.append((client.number, ContinuousClock().now))
            state.withLock { state in
              state.cuts.append(cut)
              state.count -= 1
            }
          } else {
            left.append(client)
          }
        }
        clients = left
        usleep(50_000)
      }
      isDone.signal()
    }.start()
  }

  /// How many are connected now.
  var count: Int { state.withLock { $0.count } }

  /// Lets all go, and gives how those ended that were cut.
  func end() -> [Cut] {
    state.withLock { $0.isOver = true }
    isDone.wait()
    return state.withLock { $0.cuts }
  }

  private func connect(_ number: Int, _ fields: String, _ clients: inout [Client]) {
    guard let wire = try? Wire(port) else { return }
    let isBody = number % 2 == 1
    wire.send(
      isBody
        ? "POST /v1/clips HTTP/1.1\r\nHost: x\r\nContent-Type: video/mp4\r\n\(fields)"
          + "Content-Length: 1000000\r\n\r\n"
        : "POST /v1/clips HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    clients.append(
      Client(wire: wire, start: ContinuousClock().now, isBody: isBody, number: number))
    state.withLock { $0.count += 1 }
  }

  /// How a client was cut; nil where it was not.
  private static func cut(_ client: Client) -> Cut? {
    let (bytes, end) = client.wire.receive(within: 0)
    if end == .silent { return nil }
    let seconds = (ContinuousClock().now - client.start) / .seconds(1)
    let text = String(decoding: bytes.prefix(12), as: UTF8.self)
    return Cut(isBody: client.isBody, status: Int(text.suffix(3)) ?? 0, seconds: seconds)
  }
}
