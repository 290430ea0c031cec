internal import Addresses
internal import Glibc

/// From bytes to a request.
extension Connection {
  /// Bytes may be there.
  func becameReadable() {
    if transport.sendingAwaitsBytes { sendRest() }
    receive()
  }

  /// Reads where something is to come.
  func receive() {
    switch phase {
    case .reading, .receiving: if take() { drive() } else { settle() }
    case .lingering: discard()
    case .waiting, .sending, .closed: break
    }
  }

  /// Reads once, when all that was read is parsed.
  ///
  /// - Returns: whether there is anything to go on with.
  func take() -> Bool {
    // An empty slice would still hold the loop's buffer, which would be copied before it is filled.
    input = []
    // Of a body of known size no byte too many, so that nothing need be kept.
    let most = parser.isInBody ? Int(min(parser.bytesLeft ?? .max, 65_536)) : 8192
    switch loop.read(transport, most: most) {
    case .bytes(let bytes): input = bytes
    case .end:
      isEnded = true
      end()
    case .nothing: return false
    case .failed: lose()
    }
    return true
  }

  /// The client sends no more.
  private func end() {
    switch phase {
    case .reading where parser.isBetween: shut()
    case .reading: refuse(.malformed("the request ends within its head"))
    case .receiving(let receiver, _):
      receiver.abandon(.gone)
      refuse(.malformed("the request ends within its body"))
    case .waiting, .sending, .lingering, .closed: break
    }
  }

  /// Takes one step of a request.
  ///
  /// - Returns: false where more bytes are needed.
  func parse() -> Bool {
    let wasBetween = parser.isBetween
    switch parser.step(&input) {
    case .more:
      // The time for the first head of a connection runs since it was opened, for another since its
      // first byte.
      if wasBetween, !parser.isBetween, requests > 0 {
        deadline = .now + configuration.headDeadline
      }
      return false
    case .head(let head): begin(head)
    case .body(let bytes): take(bytes)
    case .end: finish()
    case .fault(let fault):
      if case .receiving(let receiver, _) = phase { receiver.abandon(.malformed) }
      refuse(fault)
    }
    return true
  }

  private func begin(_ parsed: RequestHead) {
    let (peer, trust, shares) = (newcomer.peer, loop.state.trust, loop.state.shares)
    let origin = trust.origin(peer, parsed.fields)
    var head = parsed
    head.clientAddress = origin?.text ?? newcomer.address
    head.isEncrypted = transport.isEncrypted
    head.isFromFront = peer.map { $0.isLoopback || trust.isProxy($0) } ?? false
    requests += 1
    let client = origin?.subscriber ?? newcomer.client
    current = Current(id: Self.newID(), head: head, start: .now, client: client)
    if origin != nil {
      guard shares.take(.connection, client) else { return answer(loop.state.busy()) }
      current?.isVisit = true
    }
    switch loop.state.handler.begin(head, id: current?.id ?? "") {
    case .answer(let response): answer(response)
    case .receive(let receiver, let most, let isCostly):
      guard (head.contentLength ?? 0) <= most else { return refuseSize(receiver) }
      if isCostly, let wait = shares.spend(client) {
        receiver.abandon(.busy)
        return answer(loop.state.busy(wait))
      }
      if head.hasBody {
        guard let place = loop.state.beginBody(client) else {
          receiver.abandon(.busy)
          return answer(loop.state.busy())
        }
        current?.place = place
      }
      phase = .receiving(receiver, most: most)
      (spanBytes, isFirstSpan) = (0, true)
      deadline = .now + configuration.bodySpan
      if head.hasBody, head.expectsContinue, input.isEmpty { sendContinue() }
    }
  }

  /// Says that the body is wanted (RFC 9110, 15.2.1).
  private func sendContinue() {
    outgoing.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    // A lost connection is seen when its body is read.
    _ = outgoing.flush(transport)
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    guard case .receiving(let receiver, let most) = phase else { return }
    current?.received += Int64(bytes.count)
    spanBytes += Int64(bytes.count)
    guard let received = current?.received, received <= most else { return refuseSize(receiver) }
    if received < configuration.movingBytes {
      if case .pending = current?.place {
        current?.kept += bytes
        return
      }
    } else if !admitMoving(receiver) {
      return
    }
    if let refusal = receiver.receive(bytes) { answer(refusal) }
  }

  private func refuseSize(_ receiver: any BodyReceiver) {
    receiver.abandon(.tooLarge)
    answer(configuration.problem(413, "file.too_large", "the body is larger than is allowed"))
  }

  private func finish() {
    guard case .receiving(let receiver, _) = phase, admitMoving(receiver) else { return }
    stopCounting()
    phase = .waiting
    deadline = nil
    let (mailbox, number, request) = (loop.mailbox, number, requests)
    let responder = Responder { response in
      mailbox.post(.answer(response, connection: number, request: request))
    }
    current?.responder = responder
    receiver.finish(responder)
  }

  /// Answers what is no request, and ends the connection.
  func refuse(_ fault: RequestFault) {
    if current == nil {
      requests += 1
      current = Current(id: Self.newID(), head: nil, start: .now, headSoFar: parser.headSoFar)
    }
    var response = configuration.problem(fault.status, fault.code, fault.detail)
    response.closes = true
    answer(response)
  }
}
