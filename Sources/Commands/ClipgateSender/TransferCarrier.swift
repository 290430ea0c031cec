internal import Foundation
internal import Transfers
internal import UploadForms

/// Carries uploads by libcurl, read from where they lie while they are sent.
struct TransferCarrier: UploadCarrier {
  /// How long nothing may happen before a try is given up.
  var patience = Duration.seconds(120)

  func carry(
    _ request: UploadRequest, sent: @escaping @Sendable (Int64) -> Void
  ) async -> UploadOutcome {
    guard let client = TransferClient() else {
      return .failed(words: TransferFailure.Cause.unusable.words, mayPass: true)
    }
    let order = TransferRequest(
      method: request.method, url: request.url.absoluteString,
      fields: request.fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) },
      body: .source(request.body), patience: TransferPatience(idle: patience),
      limits: TransferLimits(body: UploadAnswer.mostBytes))
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // A thread of its own, since libcurl blocks it.
        Thread.detachNewThread {
          continuation.resume(returning: Self.outcome(of: order, by: client, sent))
        }
      }
    } onCancel: {
      client.interrupt()
    }
  }

  private static func outcome(
    of order: TransferRequest, by client: TransferClient, _ sent: (Int64) -> Void
  ) -> UploadOutcome {
    do throws(TransferFailure) {
      return answered(try client.exchange(order, sent: sent))
    } catch {
      switch error.cause {
      case .answerTooLong: return .tooLong
      case .interrupted: return .cancelled
      case .source:
        return .unreadable(
          error.sourceError as? UploadError ?? UploadError(.unreadable, error.cause.words))
      default:
        if let answer = error.answer, answer.status >= 400 { return answered(answer) }
        return .failed(words: error.cause.words, mayPass: error.cause.mayPass)
      }
    }
  }

  private static func answered(_ answer: TransferAnswer) -> UploadOutcome {
    .answered(status: answer.status, fields: answer.fields, body: Data(answer.body))
  }
}

extension UploadBody: TransferSource {
  var length: Int64 { contentLength }
  func begin() -> any TransferReader { reader() }
}

extension UploadReader: TransferReader {
  func next(_ most: Int) throws -> [UInt8] { try read(most) }
}
