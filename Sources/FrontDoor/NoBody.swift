internal import HTTP

/// A request that takes no body, and is answered by somebody who may wait; one that comes is thrown
/// away.
final class NoBody: BodyReceiver {
  private let begin: @Sendable (Responder) -> Void

  /// So much of a body may come that means nothing.
  static let most: Int64 = 65_536

  init(_ begin: @escaping @Sendable (Responder) -> Void) { self.begin = begin }

  func receive(_ bytes: ArraySlice<UInt8>) -> Response? { nil }

  func finish(_ responder: Responder) { begin(responder) }

  func abandon(_ cause: Abandonment) {}
}
