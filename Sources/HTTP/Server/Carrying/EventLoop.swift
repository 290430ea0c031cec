internal import CLinux
internal import Glibc

/// One thread that carries many connections, by `epoll(7)`.
// Only its thread touches it once it runs; other threads have the mailbox, which is safe by itself.
final class EventLoop: @unchecked Sendable {
  /// What reading from a socket gave.
  enum Input {
    case bytes(ArraySlice<UInt8>)
    /// The client ended its sending side.
    case end
    case nothing
    case failed
  }

  let state: ServerState
  let mailbox: Mailbox
  private(set) var isStopping = false
  private let poll: Int32
  private var connections: [UInt64: Connection] = [:]
  private var lastNumber: UInt64 = 0
  /// When the deadlines have to be looked at next.
  private var soonest: Instant?
  private var end: Instant?
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  /// Takes new connections, on one of the loops.
  private var acceptor: Acceptor?

  init(_ state: ServerState) throws(ServerError) {
    self.state = state
    mailbox = try Mailbox()
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard poll >= 0 else { throw ServerError("epoll_create1", errno: errno) }
    guard clinux_poll_control(poll, EPOLL_CTL_ADD, mailbox.bell, 1, 0, 0) == 0 else {
      throw ServerError("epoll_ctl", errno: errno)
    }
  }

  deinit { if poll >= 0 { close(poll) } }

  /// Has this loop take new connections; before it runs.
  func accept(_ acceptor: consuming Acceptor) throws(ServerError) {
    for (place, listener) in acceptor.listeners.enumerated() {
      guard clinux_poll_control(poll, EPOLL_CTL_ADD, listener, 1, 0, ~UInt64(place)) == 0 else {
        throw ServerError("epoll_ctl", errno: errno)
      }
    }
    self.acceptor = acceptor
  }

  /// Carries connections until it is told to stop and they are over.
  func run() {
    var ready = [clinux_readiness](repeating: clinux_readiness(), count: 64)
    while !(isStopping && connections.isEmpty) {
      let wait = soonest?.millisecondsFromNow ?? -1
      // The array's room is lent for the call, which fills at most 64 of it.
      let count = unsafe ready.withUnsafeMutableBufferPointer {
        unsafe clinux_poll_wait(poll, $0.baseAddress, wait)
      }
      for event in ready.prefix(Int(max(0, count))) { handle(event) }
      expire()
    }
    mailbox.shut()
  }

  private func handle(_ event: clinux_readiness) {
    if event.number == 0 {
      for message in mailbox.collect() { handle(message) }
    } else if let connection = connections[event.number] {
      if event.lost != 0 { return connection.lose() }
      if event.writable != 0 { connection.becameWritable() }
      if event.readable != 0 { connection.becameReadable() }
    } else if let acceptor, ~event.number < acceptor.listeners.count {
      acceptor.accept(Int(~event.number))
    }
  }

  private func handle(_ message: Message) {
    switch message {
    case .adopt(let newcomer): adopt(newcomer)
    case .answer(let response, let number, let request):
      if let connection = connections[number] {
        connection.answer(response, to: request)
      } else {
        response?.giveUp()
      }
    case .wake(let number, let request): connections[number]?.wake(request)
    case .stop(let end):
      isStopping = true
      self.end = end
      look(at: end)
      acceptor?.stop(end)
      acceptor = nil
      for connection in Array(connections.values) { connection.stop() }
    }
  }

  private func adopt(_ newcomer: Newcomer) {
    lastNumber += 1
    guard let transport = Transport(newcomer.descriptor, state.configuration.identity) else {
      close(newcomer.descriptor)
      return state.leave(newcomer)
    }
    let connection = Connection(number: lastNumber, newcomer, transport, loop: self)
    connections[lastNumber] = connection
    guard
      clinux_poll_control(poll, EPOLL_CTL_ADD, newcomer.descriptor, 1, 0, lastNumber) == 0
    else { return connection.shut() }
    if newcomer.isAdmitted {
      connection.deadline = .now + state.configuration.headDeadline
    } else {
      connection.turnAway()
      if transport.isBeginning { connection.deadline = .now + state.configuration.headDeadline }
    }
  }

  /// Looks at the deadlines not later than an instant.
  func look(at instant: Instant) { soonest = min(soonest ?? instant, instant) }

  private func expire() {
    let now = Instant.now
    guard let soonest, soonest <= now else { return }
    self.soonest = end
    if let end, end <= now {
      for connection in Array(connections.values) { connection.lose(.stopping) }
    }
    for connection in Array(connections.values) {
      guard let deadline = connection.deadline else { continue }
      if deadline <= now {
        connection.deadline = nil
        connection.expire()
      } else {
        look(at: deadline)
      }
    }
  }

  /// Reads once into the loop's buffer; the bytes are there until it reads again.
  ///
  /// - Parameter isRaw: whether they are thrown away, so that nobody need decrypt them.
  func read(_ transport: Transport, most: Int, isRaw: Bool = false) -> Input {
    // The array's bytes are lent for the call, which fills them.
    let progress = unsafe buffer.withUnsafeMutableBytes {
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: $0[..<min(most, $0.count)])
      return unsafe isRaw ? transport.readRaw(into: room) : transport.read(into: room)
    }
    return switch progress {
    case .moved(let count): .bytes(buffer[..<count])
    case .end: .end
    case .blocked: .nothing
    case .failed: .failed
    }
  }

  /// Tells epoll what a connection waits for.
  func watch(_ connection: Connection, reads: Bool, writes: Bool) {
    let answer = clinux_poll_control(
      poll, EPOLL_CTL_MOD, connection.descriptor, reads ? 1 : 0, writes ? 1 : 0, connection.number)
    // Without it the connection would wait for ever.
    if answer != 0 { connection.lose() }
  }

  /// The connection is over; its socket is closed with the last reference to it.
  func forget(_ connection: Connection) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    state.leave(connection.newcomer)
  }
}
