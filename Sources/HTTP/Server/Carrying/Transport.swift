internal import CLinux
internal import Glibc

/// How a connection's bytes go: over a plain socket, or by TLS over one.
struct Transport {
  /// How far reading or sending got.
  enum Progress {
    /// So many bytes went, at least one.
    case moved(Int)
    /// The other side sends no more; or, of an end of ours, it was told.
    case end
    /// It goes on when the socket is ready.
    case blocked
    /// The connection is lost, or a file is shorter than was said.
    case failed
  }

  let descriptor: Int32
  /// Nil for plain HTTP.
  private let session: TLSSession?

  /// What a record holds at most (RFC 8446, 5.1).
  private static let record = 1 << 14

  /// - Parameters:
  ///   - descriptor: a socket that never blocks, closed by its owner.
  ///   - identity: nil for plain HTTP.
  /// - Returns: nil where there is no memory for TLS.
  init?(_ descriptor: Int32, _ identity: TLSIdentity?) {
    self.descriptor = descriptor
    session = identity?.session(over: descriptor)
    if identity != nil, session == nil { return nil }
  }

  /// Whether others on the way can't read it.
  var isEncrypted: Bool { session != nil }

  /// Whether the handshake is still to be made.
  var isBeginning: Bool { session?.isBeginning ?? false }

  /// Whether there are bytes to read that the socket has given already.
  var hasPending: Bool { session?.hasPending ?? false }

  /// Whether reading waits for the socket to take bytes, as a handshake may.
  var readingAwaitsRoom: Bool { session?.readingAwaitsRoom ?? false }

  /// Whether sending waits for bytes of the client.
  var sendingAwaitsBytes: Bool { session?.sendingAwaitsBytes ?? false }

  /// What the socket took of records; 0 of a plain one, where what was sent says it.
  var written: UInt64 { session?.written ?? 0 }

  /// What epoll is to look for, so that reading and sending go on.
  func interest(reads: Bool, writes: Bool) -> (reads: Bool, writes: Bool) {
    guard session != nil else { return (reads, writes) }
    return (
      reads: reads && !readingAwaitsRoom || writes && sendingAwaitsBytes,
      writes: writes && !sendingAwaitsBytes || reads && readingAwaitsRoom
    )
  }

  /// Reads once.
  func read(into room: UnsafeMutableRawBufferPointer) -> Progress {
    // The room is lent on.
    if let session { return unsafe session.read(into: room) }
    return unsafe readRaw(into: room)
  }

  /// Reads what came as it came, to throw it away.
  func readRaw(into room: UnsafeMutableRawBufferPointer) -> Progress {
    // The room is lent for the call, which fills at most all of it.
    let count = unsafe recv(descriptor, room.baseAddress, room.count, 0)
    if count > 0 { return .moved(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .blocked : .failed
  }

  /// Sends some of the bytes, at least one.
  ///
  /// - Parameter isMore: whether others follow at once, which may share a packet with them.
  func send(_ bytes: UnsafeRawBufferPointer, isMore: Bool) -> Progress {
    // The bytes are lent for the calls, which read them.
    if let session { return unsafe session.send(bytes) }
    let flags = Int32(MSG_NOSIGNAL | (isMore ? MSG_MORE : 0))
    return Self.progress { unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags) }
  }

  /// Sends some of a file, at least one byte.
  func send(_ file: FileBody, from place: Int64, most: Int) -> Progress {
    guard let session else {
      var offset = off_t(place)
      // The offset is lent for the call, which moves it.
      return Self.progress { unsafe sendfile(descriptor, file.descriptor, &offset, most) }
    }
    // The bytes are read into the room and lent on from there; the room lives as long as the call.
    return unsafe withUnsafeTemporaryAllocation(
      byteCount: min(most, Self.record), alignment: 16
    ) { room in
      let outcome = Self.progress {
        unsafe pread(file.descriptor, room.baseAddress, room.count, off_t(place))
      }
      guard case .moved(let count) = outcome else { return .failed }
      return unsafe session.send(UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
  }

  /// Ends our side in good order.
  func endSending() -> Progress {
    if let session {
      let progress = session.end()
      guard case .end = progress else { return progress }
    }
    return shutdown(descriptor, Int32(SHUT_WR)) == 0 ? .end : .failed
  }

  /// Says, as far as it goes at once, that the end is one: before the socket is closed.
  func sayEnd() { _ = session?.end() }

  /// Asks until no signal is in the way; nothing at all is a file that is too short.
  private static func progress(_ call: () -> Int) -> Progress {
    while true {
      let count = call()
      if count > 0 { return .moved(count) }
      if count < 0, errno == EINTR { continue }
      return count < 0 && errno == EAGAIN ? .blocked : .failed
    }
  }
}
