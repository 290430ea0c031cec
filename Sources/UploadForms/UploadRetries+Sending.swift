internal import Foundation

extension UploadRetries {
  /// Sends a request until an answer counts or the tries are over.
  ///
  /// - Parameters:
  ///   - request: what is sent.
  ///   - carrier: sends it each time.
  ///   - random: where the chance of the pauses comes from.
  ///   - progress: told what has been sent, on a thread of the carrier's.
  /// - Returns: the server's answer, refusals too.
  /// - Throws: `UploadError`; `.unreachable` where no try had an answer.
  package func send(
    _ request: UploadRequest, by carrier: some UploadCarrier,
    using random: inout some RandomNumberGenerator,
    progress: @escaping @Sendable (UploadProgress) -> Void
  ) async throws(UploadError) -> UploadAnswer {
    let total = request.body.contentLength
    var attempt = 1
    while true {
      let number = attempt
      let outcome = await carrier.carry(request) {
        progress(UploadProgress(sent: $0, total: total, attempt: number))
      }
      let isLast = attempt >= max(1, tries)
      var asked: String?
      switch outcome {
      case .answered(let status, let fields, let body):
        if isLast || !Self.isPassing(status) {
          return UploadAnswer(status: status, fields: fields, body: body, tries: attempt)
        }
        asked = fields["retry-after"]
      case .failed(let words, let mayPass):
        if isLast || !mayPass { throw UploadError(.unreachable, words) }
      case .tooLong: throw UploadError(.answerTooLong, "the answer is longer than 1 MiB")
      case .unreadable(let error): throw error
      case .cancelled: throw .cancelled
      }
      let pause = pause(after: attempt, asked: asked, now: Date(), using: &random)
      do { try await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000)) } catch {
        throw .cancelled
      }
      attempt += 1
    }
  }
}
