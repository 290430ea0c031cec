internal import HTTP
internal import Hooks

/// A hook request on its way in; it is small, and kept in memory.
///
/// `@unchecked`: the server's calls come one by one.
final class HookBody: BodyReceiver, @unchecked Sendable {
  private var bytes: [UInt8] = []
  private let received: @Sendable ([UInt8], Responder) -> Void

  /// - Parameter received: takes the whole of it; it may not block.
  init(_ received: @escaping @Sendable ([UInt8], Responder) -> Void) { self.received = received }

  func receive(_ more: ArraySlice<UInt8>) -> Response? {
    guard bytes.count + more.count <= HookTask.mostBytes else { return Self.tooLong.response }
    bytes += more
    return nil
  }

  func finish(_ responder: Responder) { received(bytes, responder) }

  func abandon(_ cause: Abandonment) {}

  /// More bytes than a hook request has.
  static let tooLong = Problem.malformed(HookFault.tooLong(HookTask.mostBytes).description)
}
