internal import CCurl
internal import Synchronization

/// Carries one HTTP exchange after another: a request, and what the server answers (libcurl's multi
/// interface, which another thread can wake).
///
/// No redirection is followed, nothing is kept from one exchange to the next, and only http and https are
/// spoken; TLS is verified by the machine's authorities. Proxies are those of the environment.
///
/// `@unchecked`: one thread exchanges; what others call is `interrupt`, an atomic and libcurl's own wake.
@safe
package final class TransferClient: @unchecked Sendable {
  // Owned: cleaned up in deinit.
  private let multi: UnsafeMutableRawPointer
  private let isInterrupted = Atomic(false)

  /// libcurl's own state, made once and before any other thread of ours uses it.
  private static let isReady = ccurl_begin() == CURLE_OK

  /// How long the thread waits for libcurl at most before it looks up, in milliseconds.
  private static let longestWait: Int32 = 1000

  /// Makes one.
  ///
  /// - Returns: nil where libcurl can't be used: there is no memory for it.
  package init?() {
    guard Self.isReady, let multi = unsafe curl_multi_init() else { return nil }
    unsafe self.multi = multi
  }

  deinit { unsafe curl_multi_cleanup(multi) }

  /// Breaks off the exchange that is under way, and each that follows; from any thread.
  package func interrupt() {
    isInterrupted.store(true, ordering: .releasing)
    // One of the few calls that another thread may make.
    unsafe curl_multi_wakeup(multi)
  }

  /// Sends a request and waits for the answer.
  ///
  /// - Parameters:
  ///   - request: what is sent, and for how long its answer is waited for.
  ///   - sent: told on this thread how many bytes of the body have been handed to the network in all; each
  ///     number is larger than the one before.
  /// - Returns: the answer, whatever its status.
  /// - Throws: `TransferFailure`, with as much of an answer as had come.
  @available(*, noasync)
  package func exchange(
    _ request: TransferRequest, sent: (Int64) -> Void = { _ in }
  ) throws(TransferFailure) -> TransferAnswer {
    guard !request.isBroken else { throw TransferFailure(.badRequest) }
    guard let handle = EasyHandle() else { throw TransferFailure(.unusable) }
    switch request.body {
    case .bytes(let bytes):
      let answer = ArrivingAnswer(request.limits, reader: nil)
      guard handle.configure(request, answer) else { throw TransferFailure(.unusable) }
      // libcurl would ask for the bytes of an address that is NULL, which that of an empty array may be.
      let kept = bytes.isEmpty ? [0] : bytes
      let result: Result<TransferAnswer, TransferFailure> = unsafe kept.withUnsafeBytes { kept in
        // The bytes live until the exchange is over.
        guard unsafe handle.setBody(UnsafeRawBufferPointer(rebasing: kept[..<bytes.count])) else {
          return .failure(TransferFailure(.unusable))
        }
        return run(handle, answer, request.patience.idle, sent)
      }
      return try result.get()
    case .source(let source):
      let answer = ArrivingAnswer(request.limits, reader: source.begin())
      guard handle.configure(request, answer), handle.setLength(source.length) else {
        throw TransferFailure(.unusable)
      }
      return try run(handle, answer, request.patience.idle, sent).get()
    }
  }

  /// Runs an exchange to its end.
  private func run(
    _ handle: EasyHandle, _ arriving: ArrivingAnswer, _ idle: Duration?, _ sent: (Int64) -> Void
  ) -> Result<TransferAnswer, TransferFailure> {
    // The handle and what it calls back outlive the exchange.
    defer { withExtendedLifetime((handle, arriving)) {} }
    guard unsafe curl_multi_add_handle(multi, handle.pointer) == CURLM_OK else {
      return .failure(TransferFailure(.unusable))
    }
    defer { unsafe curl_multi_remove_handle(multi, handle.pointer) }
    let cause = drive(handle, arriving, idle, sent)
    var answer: TransferAnswer?
    if handle.status >= 200 {
      answer = TransferAnswer(
        status: handle.status, fields: arriving.fields, body: arriving.body,
        retryAfter: handle.retryAfter)
    }
    if let sourceError = arriving.sourceError {
      return .failure(TransferFailure(.source, answer: answer, sourceError: sourceError))
    }
    if arriving.isTooLong { return .failure(TransferFailure(.answerTooLong, answer: answer)) }
    if let cause { return .failure(TransferFailure(cause, answer: answer)) }
    return answer.map { .success($0) } ?? .failure(TransferFailure(.lost))
  }

  /// Lets libcurl work until the exchange is over.
  ///
  /// - Returns: why it ended before its end.
  private func drive(
    _ handle: EasyHandle, _ arriving: ArrivingAnswer, _ idle: Duration?, _ sent: (Int64) -> Void
  ) -> TransferFailure.Cause? {
    var running: Int32 = 1
    var (told, pieces): (Int64, Int) = (0, 0)
    var moved = ContinuousClock.now
    while true {
      if isInterrupted.load(ordering: .acquiring) { return .interrupted }
      // A local value is filled.
      guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else { return .lost }
      let count = handle.sent
      if count > told || arriving.pieces > pieces { moved = .now }
      if count > told { sent(count) }
      (told, pieces) = (max(told, count), arriving.pieces)
      if running == 0 { return failure() }
      var wait = Self.longestWait
      if let idle {
        let left = idle - (.now - moved)
        guard left > .zero else { return .timedOut }
        wait = Int32(min(Double(wait), max(1, (left / .milliseconds(1)).rounded(.up))))
      }
      guard unsafe curl_multi_poll(multi, nil, 0, wait, nil) == CURLM_OK else { return .lost }
    }
  }

  /// What libcurl says that the exchange ended by; nil for its end.
  private func failure() -> TransferFailure.Cause? {
    var left: Int32 = 0
    // The message is libcurl's until the handle is removed.
    guard let message = unsafe curl_multi_info_read(multi, &left),
      unsafe message.pointee.msg == CURLMSG_DONE
    else { return .lost }
    let code = unsafe message.pointee.data.result
    return code == CURLE_OK ? nil : TransferFailure.Cause(code)
  }
}
