internal import CLinux
internal import Glibc

/// From an answer to bytes, and the end of a connection.
extension Connection {
  /// Takes a request's answer, whether its body has come or not.
  func answer(_ given: Response) {
    guard let current else { return given.giveUp() }
    stopCounting()
    var response = given
    configuration.decorate(&response, current.head ?? current.headSoFar)
    let isHead = current.head?.method == "HEAD"
    let framing = response.framing(
      minorVersion: current.head?.minorVersion ?? 1, isHead: isHead)
    // A body that was not read can't be told from the next request.
    closes =
      response.closes || !parser.skipEmptyBody() || current.head?.keepsAlive != true
      || framing == .closing || isEnded || loop.isStopping
    self.current?.status = response.status
    outgoing.beginCount()
    outgoing.append(response.header(framing, id: current.id, closes: closes))
    if isHead || framing == .bare {
      response.giveUp()
    } else {
      append(response.body, framing)
    }
    phase = .sending
    deadline = .now + configuration.sendDeadline
  }

  private func append(_ body: Response.Body, _ framing: Response.Framing) {
    switch body {
    case .none: break
    case .bytes(let bytes): outgoing.append(bytes)
    case .file(let file): outgoing.append(file)
    case .events(let source):
      let wake = Wake(loop.mailbox, connection: number, request: requests)
      current?.wake = wake
      outgoing.append(source, isChunked: framing == .chunked)
      source.open { wake() }
      if loop.isStopping { outgoing.endEvents() }
    }
  }

  /// An answer that was given from anywhere.
  func answer(_ response: Response?, to request: Int) {
    guard case .waiting = phase, request == requests else {
      response?.giveUp()
      return
    }
    answer(
      response ?? configuration.problem(500, "service.failed", "the request was given up"))
    drive()
  }

  /// A source of events was asked to be asked again.
  func wake(_ request: Int) {
    guard case .sending = phase, request == requests else { return }
    current?.wake?.isHeard()
    drive()
  }

  /// Sends as much of the answer as goes.
  ///
  /// - Returns: false where the network, or a source of events, has to be waited for.
  func send() -> Bool {
    let (before, written) = (outgoing.sent, transport.written)
    switch outgoing.flush(transport) {
    case .blocked:
      // A part of a record is something, too; but of the client's answer, not of a handshake.
      if outgoing.sent > before || !transport.isBeginning && transport.written > written {
        deadline = .now + configuration.sendDeadline
      }
      return false
    case .quiet:
      deadline = .now + configuration.heartbeat
      return false
    case .lost: lose()
    case .done:
      conclude(isWhole: true)
      outgoing.beginCount()
      if closes { linger() } else { beginNext() }
    }
    return true
  }

  /// Sends what could not be sent before.
  func sendRest() {
    switch phase {
    case .sending: drive()
    case .reading, .receiving, .waiting:
      // What is left of a 100 (Continue).
      if case .lost = outgoing.flush(transport) { return lose() }
      settle()
    case .lingering where isEnding: endSending()
    case .lingering, .closed: break
    }
  }

  private func beginNext() {
    phase = .reading
    deadline = .now + configuration.idleDeadline
  }

  /// Ends our side, and waits for the client to end its own.
  ///
  /// A socket that is closed with unread bytes is reset, and a reset may take the answer from a client
  /// that has not read it.
  func linger() {
    input = []
    guard !isEnded else { return shut() }
    phase = .lingering
    spanBytes = 0
    deadline = .now + (loop.isStopping ? .seconds(1) : configuration.lingerDeadline)
    endSending()
  }

  private func endSending() {
    switch transport.endSending() {
    case .end, .moved: isEnding = false
    case .blocked: isEnding = true
    case .failed: return shut()
    }
    settle()
  }

  /// Throws away what a client sends that has its answer.
  func discard() {
    switch loop.read(transport, most: 65_536, isRaw: true) {
    case .bytes(let bytes):
      spanBytes += Int64(bytes.count)
      if spanBytes > configuration.lingerBytes { shut() }
    case .nothing: break
    case .end, .failed: shut()
    }
  }
}
