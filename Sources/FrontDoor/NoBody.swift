internal import HTTP

/// A request that takes no body, and is answered by somebody who may wait.
final class NoBody: BodyReceiver {
  private let begin: @Sendable (Responder) -> Void

  init(_ begin: @escaping @Sendable (Responder) -> Void) { self.begin = begin }

  func receive(_ bytes: ArraySlice<UInt8>) -> Response? {
    Problem.malformed("This takes no body.").response
  }

  func finish(_ responder: Responder) { begin(responder) }

  func abandon(_ cause: Abandonment) {}
}
