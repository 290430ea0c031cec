internal import CSSL

/// The TLS of one connection, on its loop's thread alone.
///
/// Whatever comes first, reading or sending, makes the handshake. Where libssl raises SIGPIPE, its thread
/// has that blocked (`LoopThread`).
@safe
final class TLSSession {
  private let session: OpaquePointer
  /// Whether reading goes on only when the socket takes bytes.
  private(set) var readingAwaitsRoom = false
  /// Whether sending goes on only when the client has sent bytes.
  private(set) var sendingAwaitsBytes = false
  /// Whether our end was told, behind which SSL_shutdown(3) would read.
  private var hasEnded = false
  /// Whether libssl has given up, behind which it may not be asked for anything (SSL_get_error(3)).
  private var isBroken = false

  /// - Parameter session: made for an accepting socket; freed with this.
  init(_ session: OpaquePointer) { unsafe self.session = session }

  // Nobody else has it.
  deinit { unsafe SSL_free(session) }

  /// Whether the handshake is still to be made.
  var isBeginning: Bool { unsafe SSL_is_init_finished(session) == 0 }

  /// Whether there are bytes here that were read from the socket, where epoll does not see them.
  var hasPending: Bool { unsafe SSL_pending(session) > 0 }

  /// How many bytes the socket took, which is fewer or more than were sent.
  var written: UInt64 {
    // The socket's end of it lives as long as the session.
    unsafe SSL_get_wbio(session).map { unsafe BIO_number_written($0) } ?? 0
  }

  /// Reads from one record.
  func read(into room: UnsafeMutableRawBufferPointer) -> Transport.Progress {
    guard !isBroken else { return .failed }
    ERR_clear_error()
    var count = 0
    // The room is lent for the call, which fills at most all of it.
    let answer = unsafe SSL_read_ex(session, room.baseAddress, room.count, &count)
    readingAwaitsRoom = false
    if answer == 1 { return .moved(count) }
    switch unsafe SSL_get_error(session, answer) {
    case SSL_ERROR_WANT_READ: return .blocked
    case SSL_ERROR_WANT_WRITE:
      readingAwaitsRoom = true
      return .blocked
    case SSL_ERROR_ZERO_RETURN: return .end
    default: return fail()
    }
  }

  /// Sends a record. Where the socket takes no more, the same bytes, or they and more, come next.
  func send(_ bytes: UnsafeRawBufferPointer) -> Transport.Progress {
    guard !isBroken else { return .failed }
    ERR_clear_error()
    var count = 0
    // The bytes are lent for the call, which reads them.
    let answer = unsafe SSL_write_ex(session, bytes.baseAddress, bytes.count, &count)
    sendingAwaitsBytes = false
    if answer == 1 { return .moved(count) }
    switch unsafe SSL_get_error(session, answer) {
    case SSL_ERROR_WANT_WRITE: return .blocked
    case SSL_ERROR_WANT_READ:
      sendingAwaitsBytes = true
      return .blocked
    default: return fail()
    }
  }

  /// Says that nothing more is sent (close_notify), so that nobody takes what was cut for the whole; once it
  /// is said, nothing.
  func end() -> Transport.Progress {
    guard !isBroken, !isBeginning else { return .failed }
    if hasEnded { return .end }
    ERR_clear_error()
    let answer = unsafe SSL_shutdown(session)
    // 0 is that it was sent, 1 that the client's came, too.
    hasEnded = answer >= 0
    if hasEnded { return .end }
    return unsafe SSL_get_error(session, answer) == SSL_ERROR_WANT_WRITE ? .blocked : fail()
  }

  private func fail() -> Transport.Progress {
    isBroken = true
    return .failed
  }
}
