internal import Foundation
internal import UploadForms

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Foundation's URLSession: right on Apple's systems. On others it may end the process where a transfer is
/// broken off (`try!` on libcurl's 43 in FoundationNetworking's `EasyHandle`, Swift 6.3).
struct URLSessionCarrier: UploadCarrier {
  /// The body, laid down.
  let spool: Spool
  /// How long nothing may happen, in seconds.
  let timeout: Double

  func carry(
    _ request: UploadRequest, sent: @escaping @Sendable (Int64) -> Void
  ) async -> UploadOutcome {
    defer { withExtendedLifetime(spool) {} }
    let exchange = URLSessionExchange(mostBytes: UploadAnswer.mostBytes, sent: sent)
    return await exchange.send(
      URLRequest(request), file: spool.file, configuration: configuration)
  }

  private var configuration: URLSessionConfiguration {
    // Nothing is kept: no cookie, no cache, no password.
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    return configuration
  }
}
