internal import CSSL

/// Who a server is to its clients: a certificate with its chain, and the key to it, read once.
///
/// TLS 1.2 and later (RFC 8996), in 1.2 only with keys that nobody can open later (RFC 9325, 4.2).
// libssl counts its uses by an atomic, and nothing changes it once it is made.
@safe
package final class TLSIdentity: @unchecked Sendable {
  /// Why there is none.
  package enum Fault: Error, Sendable, Equatable {
    /// The certificate, or one of its chain, is none, or is too weak for libssl to show.
    case certificate
    /// The key is none, or it is locked by a password, which nobody would be asked for.
    case key
    /// The key is another certificate's.
    case mismatch
    /// libssl can't be set up.
    case library
  }

  private let context: OpaquePointer

  /// Takes a certificate and its key.
  ///
  /// - Parameters:
  ///   - certificate: PEM (RFC 7468); the server's own certificate first, then those that vouch for it.
  ///   - key: PEM, of any kind that libcrypto reads.
  package init(certificate: [UInt8], key: [UInt8]) throws(Fault) {
    // Made here and freed by `deinit`; the method is a constant of the library.
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else { throw .library }
    unsafe self.context = context
    // The context is ours alone until this returns.
    guard unsafe cssl_refuse_old_versions(context) == 1,
      unsafe SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1
    else { throw .library }
    unsafe cssl_set_options(context)
    unsafe cssl_set_modes(context)
    unsafe cssl_set_protocols(context)
    // The reader and the context are lent on.
    let fault =
      unsafe Self.reading(certificate, or: .certificate) { unsafe Self.takeChain($0, context) }
      ?? Self.reading(key, or: .key) { unsafe Self.takeKey($0, context) }
    // What is made so far is freed by `deinit`.
    if let fault { throw fault }
  }

  // Each session holds the context by a count of its own.
  deinit { unsafe SSL_CTX_free(context) }

  /// TLS over a socket that was accepted; nil where there is no memory for it.
  func session(over descriptor: Int32) -> TLSSession? {
    // The session is its holder's alone. Its socket is closed by others.
    guard let session = unsafe SSL_new(context) else { return nil }
    guard unsafe SSL_set_fd(session, descriptor) == 1 else {
      unsafe SSL_free(session)
      return nil
    }
    unsafe SSL_set_accept_state(session)
    return unsafe TLSSession(session)
  }

  private static func takeChain(_ reader: OpaquePointer, _ context: OpaquePointer) -> Fault? {
    // The context holds the server's own by a count of its own, and takes the others over.
    guard let own = unsafe PEM_read_bio_X509_AUX(reader, nil, nil, nil) else { return .certificate }
    defer { unsafe X509_free(own) }
    guard unsafe SSL_CTX_use_certificate(context, own) == 1 else { return .certificate }
    ERR_clear_error()
    while let other = unsafe PEM_read_bio_X509(reader, nil, nil, nil) {
      guard unsafe cssl_add_to_chain(context, other) == 1 else {
        unsafe X509_free(other)
        return .certificate
      }
    }
    // The end is told as an error, like everything else.
    let last = ERR_peek_last_error()
    let isEnd = ERR_GET_LIB(last) == ERR_LIB_PEM && ERR_GET_REASON(last) == PEM_R_NO_START_LINE
    return isEnd ? nil : .certificate
  }

  private static func takeKey(_ reader: OpaquePointer, _ context: OpaquePointer) -> Fault? {
    // Nobody is asked for a password; the context holds the key by a count of its own.
    guard let key = unsafe PEM_read_bio_PrivateKey(reader, nil, { _, _, _, _ in -1 }, nil) else {
      return .key
    }
    defer { unsafe EVP_PKEY_free(key) }
    let isOurs = unsafe SSL_CTX_use_PrivateKey(context, key) == 1
    return unsafe isOurs && SSL_CTX_check_private_key(context) == 1 ? nil : .mismatch
  }

  /// Lends bytes as what libcrypto reads from.
  private static func reading(
    _ bytes: [UInt8], or fault: Fault, _ body: (OpaquePointer) -> Fault?
  ) -> Fault? {
    ERR_clear_error()
    defer { ERR_clear_error() }
    // The array's bytes are lent for as long as the reader is there.
    return unsafe bytes.withUnsafeBytes { bytes in
      let reader = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
      guard let reader = unsafe reader else { return fault }
      defer { _ = unsafe BIO_free(reader) }
      return unsafe body(reader)
    }
  }
}
