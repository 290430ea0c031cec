internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One try: a request with a file as its body, and what comes back.
///
/// Its state is behind a lock, since URLSession calls it on a queue of its own.
final class Exchange: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  /// What came of it.
  enum Outcome {
    case answered(HTTPURLResponse, Data)
    case tooLong
    case cancelled
    case failed(URLError.Code)
  }

  private let lock = NSLock()
  private let mostBytes: Int
  private let sent: @Sendable (Int64) -> Void
  private var task: URLSessionTask?
  private var continuation: CheckedContinuation<Outcome, Never>?
  private var isCancelled = false
  private var isTooLong = false
  private var data = Data()

  /// - Parameters:
  ///   - mostBytes: how long an answer may be.
  ///   - sent: told how many bytes have been sent in all; never fewer than before.
  init(mostBytes: Int, sent: @escaping @Sendable (Int64) -> Void) {
    self.mostBytes = mostBytes
    self.sent = sent
  }

  /// Sends and waits for the answer, or until the task that waits is cancelled.
  func send(
    _ request: URLRequest, file: URL, configuration: URLSessionConfiguration
  ) async -> Outcome {
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let task = session.uploadTask(with: request, fromFile: file)
        let isLate = lock.withLock {
          (self.task, self.continuation) = (task, continuation)
          return isCancelled
        }
        task.resume()
        if isLate { task.cancel() }
      }
    } onCancel: {
      let task = lock.withLock {
        isCancelled = true
        return self.task
      }
      task?.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) { sent(totalBytesSent) }

  /// No redirection is followed: a token would go where nobody meant it to go, and a POST become a GET.
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLong = lock.withLock {
      self.data += data
      self.isTooLong = self.data.count > mostBytes
      return self.isTooLong
    }
    if isTooLong { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let response = task.response as? HTTPURLResponse
    lock.lock()
    let waiting = continuation
    let outcome = outcome(response, error)
    (continuation, self.task) = (nil, nil)
    lock.unlock()
    waiting?.resume(returning: outcome)
  }

  private func outcome(_ response: HTTPURLResponse?, _ error: (any Error)?) -> Outcome {
    if isTooLong { return .tooLong }
    if isCancelled { return .cancelled }
    // A server that refuses in the middle of a body may close before it has read the rest; what it
    // answered until then counts.
    if let response, error == nil || response.statusCode >= 400 { return .answered(response, data) }
    return .failed((error as? URLError)?.meaning ?? .unknown)
  }
}
