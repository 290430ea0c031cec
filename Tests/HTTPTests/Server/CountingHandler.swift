import Foundation
import Synchronization

@testable import HTTP

/// Answers by a request's path, and remembers everything.
final class CountingHandler: RequestHandler {
  struct Memory {
    var begun: [String] = []
    var heads: [RequestHead] = []
    var finished = 0
    var abandoned: [Abandonment] = []
    var bytes: Int64 = 0
    /// Of `/held`, until the test answers.
    var held: [Responder] = []
    var sources: [Events] = []
  }

  let memory = Mutex(Memory())
  /// What `/file` answers with.
  let file = Mutex<FileBody?>(nil)
  let most: Int64

  init(most: Int64 = 10_000_000) { self.most = most }

  var begun: [String] { memory.withLock { $0.begun } }
  var abandoned: [Abandonment] { memory.withLock { $0.abandoned } }
  var finished: Int { memory.withLock { $0.finished } }
  var bytes: Int64 { memory.withLock { $0.bytes } }
  var held: [Responder] { memory.withLock { $0.held } }

  func begin(_ head: RequestHead, id: String) -> Beginning {
    memory.withLock {
      $0.begun.append(head.path)
      $0.heads.append(head)
    }
    switch head.path {
    case "/refused": return .answer(Response(status: 401))
    case "/file":
      guard let body = file.withLock({ $0 }) else { return .answer(Response(status: 404)) }
      return .answer(Response(status: 200, body: .file(body)))
    case "/events":
      let source = Events()
      memory.withLock { $0.sources.append(source) }
      return .answer(
        Response(
          status: 200, fields: ["Content-Type": "text/event-stream"], body: .events(source)))
    case "/costly":
      return .receive(Receiver(self, head.path), most: most, isCostly: true)
    default: return .receive(Receiver(self, head.path), most: most)
    }
  }

  /// Takes a body, and answers with how many bytes it had and their sum.
  final class Receiver: BodyReceiver {
    private let handler: CountingHandler
    private let path: String
    private let content = Mutex((count: Int64(0), sum: UInt64(0)))

    init(_ handler: CountingHandler, _ path: String) {
      self.handler = handler
      self.path = path
    }

    func receive(_ bytes: ArraySlice<UInt8>) -> Response? {
      handler.memory.withLock { $0.bytes += Int64(bytes.count) }
      let count = content.withLock {
        $0.count += Int64(bytes.count)
        // Hundreds of megabytes are for counting alone.
        if path != "/much" { for byte in bytes { $0.sum = $0.sum &* 31 &+ UInt64(byte) } }
        return $0.count
      }
      return path == "/midway" && count > 100_000 ? Response(status: 415) : nil
    }

    func finish(_ responder: Responder) {
      handler.memory.withLock { $0.finished += 1 }
      let (count, sum) = content.withLock { ($0.count, $0.sum) }
      let answer = Response(status: 200, body: .bytes(Array("\(path) \(count) \(sum)".utf8)))
      switch path {
      case "/later":
        Thread.detachNewThread {
          usleep(100_000)
          responder.answer(answer)
        }
      case "/held": handler.memory.withLock { $0.held.append(responder) }
      case "/forgotten": break
      default: responder.answer(answer)
      }
    }

    func abandon(_ cause: Abandonment) {
      handler.memory.withLock { $0.abandoned.append(cause) }
    }
  }

  /// Events that a test pushes.
  final class Events: EventSource {
    struct State {
      var waiting: [EventStep] = []
      var wake: (@Sendable () -> Void)?
      var asked = 0, closed = 0
      /// Without an end and without a wait.
      var isEndless = false
    }
    let state = Mutex(State())

    func push(_ step: EventStep) {
      let wake = state.withLock { state in
        state.waiting.append(step)
        return state.wake
      }
      wake?()
    }

    func open(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    func next() -> EventStep {
      state.withLock { state in
        state.asked += 1
        if state.isEndless {
          return .event(ServerSentEvent(data: String(repeating: "x", count: 1000)))
        }
        return state.waiting.isEmpty ? .later : state.waiting.removeFirst()
      }
    }

    func close() { state.withLock { $0.closed += 1 } }
  }
}
