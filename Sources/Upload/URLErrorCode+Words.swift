internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension URLError {
  /// The code, or what it should have been.
  ///
  /// swift-corelibs-foundation has no code for a certificate that libcurl refuses (its 60), and tells that as
  /// `unknown`, with libcurl's words.
  var meaning: Code {
    let words = localizedDescription
    let isOfCertificate = words.hasPrefix("SSL certificate") || words.hasPrefix("SSL: ")
    return code == .unknown && isOfCertificate ? .serverCertificateUntrusted : code
  }
}

extension URLError.Code {
  /// Whether it may go by itself: no connection, a lost one, no answer in time.
  ///
  /// swift-corelibs-foundation tells a lost connection as `unknown`.
  var mayPass: Bool {
    switch self {
    case .badURL, .unsupportedURL, .secureConnectionFailed, .serverCertificateUntrusted,
      .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
      .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
      false
    default: true
    }
  }

  /// What happened, without the address.
  var words: String {
    switch self {
    case .cannotFindHost, .dnsLookupFailed: "the server's name is not known"
    case .cannotConnectToHost: "no connection to the server can be made"
    case .networkConnectionLost, .unknown: "the connection to the server was lost"
    case .timedOut: "the server does not answer in time"
    case .badURL, .unsupportedURL: "the address can't be used"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      "the server's certificate is not good"
    default: "no answer came (\(rawValue))"
    }
  }
}
