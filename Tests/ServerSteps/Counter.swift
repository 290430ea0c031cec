internal import HTTP
internal import Synchronization

/// Counts bodies.
struct Counter: RequestHandler {
  func begin(_ head: RequestHead, id: String) -> Beginning { .receive(Count(), most: 10_000_000) }

  private final class Count: BodyReceiver {
    private let count = Atomic(0)

    func receive(_ bytes: ArraySlice<UInt8>) -> Response? {
      count.add(bytes.count, ordering: .relaxed)
      return nil
    }

    func finish(_ responder: Responder) {
      let text = "\(count.load(ordering: .relaxed))\n"
      responder.answer(Response(status: 200, body: .bytes(Array(text.utf8))))
    }

    func abandon(_ cause: Abandonment) {}
  }
}
