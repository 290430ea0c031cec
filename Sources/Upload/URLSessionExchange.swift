internal import Foundation
internal import UploadForms

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One try: a request with a file as its body, and what comes back.
///
/// Its state is behind a lock, since URLSession calls it on a queue of its own.
final class URLSessionExchange: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private let mostBytes: Int
  private let sent: @Sendable (Int64) -> Void
  private var task: URLSessionTask?
  private var continuation: CheckedContinuation<UploadOutcome, Never>?
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
  ) async -> UploadOutcome {
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

  private func outcome(_ response: HTTPURLResponse?, _ error: (any Error)?) -> UploadOutcome {
    if isTooLong { return .tooLong }
    if isCancelled { return .cancelled }
    // A server that refuses in the middle of a body may close before it has read the rest; what it
    // answered until then counts.
    if let response, error == nil || response.statusCode >= 400 {
      return .answered(status: response.statusCode, fields: response.fields, body: data)
    }
    let code = (error as? URLError)?.meaning ?? .unknown
    return .failed(words: code.words, mayPass: code.mayPass)
  }
}

extension HTTPURLResponse {
  /// The fields of its header, by their names in lower case.
  fileprivate var fields: [String: String] {
    var fields: [String: String] = [:]
    for (name, value) in allHeaderFields {
      if let name = name as? String, let value = value as? String {
        fields[name.lowercased()] = value
      }
    }
    return fields
  }
}
