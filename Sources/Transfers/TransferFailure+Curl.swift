internal import CCurl

extension TransferFailure.Cause {
  /// What libcurl's code means; whatever is not named here is told as a lost connection.
  init(_ code: CURLcode) {
    self =
      switch code {
      case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .badAddress
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownName
      case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .unconnected
      case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_CIPHER: .noTLS
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        .badCertificate
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION,
        CURLE_BAD_FUNCTION_ARGUMENT:
        .unusable
      default: .lost
      }
  }
}
