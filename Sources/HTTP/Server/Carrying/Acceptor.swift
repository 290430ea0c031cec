internal import Addresses
internal import CLinux
internal import Glibc

/// Takes new connections and hands them to the loops in turn, on the thread of one of them.
final class Acceptor {
  let listeners: [Int32]
  private let state: ServerState
  /// Its own loop's first.
  private let mailboxes: [Mailbox]
  private var turn = 0
  /// Kept open, to be given up when no other descriptor is left: a client that can't be taken is told so.
  private var reserve: Int32

  /// - Parameter listeners: sockets that listen, which nobody else closes.
  init(_ listeners: [Int32], _ state: ServerState, _ mailboxes: [Mailbox]) {
    self.listeners = listeners
    self.state = state
    self.mailboxes = mailboxes
    reserve = eventfd(0, Int32(EFD_CLOEXEC))
  }

  deinit {
    for listener in listeners { close(listener) }
    if reserve >= 0 { close(reserve) }
  }

  /// Takes the connections that wait at a listener, some at a time.
  func accept(_ place: Int) {
    if reserve < 0 { reserve = eventfd(0, Int32(EFD_CLOEXEC)) }
    for _ in 0..<64 {
      var (address, size) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
      // The address is lent for the call, which fills it.
      let descriptor = unsafe withUnsafeMutablePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe clinux_accept(listeners[place], $0, &size)
        }
      }
      if descriptor >= 0 {
        take(descriptor, Self.text(of: address, size))
      } else if errno == EMFILE || errno == ENFILE {
        guard reserve >= 0 else { return }
        close(reserve)
        // No address is wanted.
        let descriptor = clinux_accept(listeners[place], nil, nil)
        if descriptor >= 0 { sendAway(descriptor) }
        reserve = eventfd(0, Int32(EFD_CLOEXEC))
      } else if errno != EINTR && errno != ECONNABORTED {
        return
      }
    }
  }

  private func take(_ descriptor: Int32, _ address: String) {
    var one: Int32 = 1
    // Small answers and events go out at once; the number is lent for the call.
    _ = unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    // The zone of a link's own address is no part of it.
    let peer = IPAddress(address.prefix { $0 != "%" })
    let client = state.trust.client(of: peer)
    guard let isAdmitted = state.enter(client) else { return sendAway(descriptor) }
    turn = (turn + 1) % mailboxes.count
    mailboxes[turn].post(
      .adopt(
        Newcomer(
          descriptor: descriptor, address: address, peer: peer, client: client,
          isAdmitted: isAdmitted)))
  }

  /// Says 503 without waiting for anything; by TLS nothing can be said so.
  private func sendAway(_ descriptor: Int32) {
    guard state.configuration.identity == nil else {
      close(descriptor)
      return
    }
    var response = state.busy()
    state.configuration.decorate(&response, nil)
    let framing = response.framing(minorVersion: 1, isHead: false)
    var bytes = response.header(framing, id: Connection.newID(), closes: true)
    if case .bytes(let body) = response.body { bytes += body }
    // The array's bytes are lent for the call, which reads them. A new socket has room for so few.
    _ = unsafe bytes.withUnsafeBytes {
      unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    shutdown(descriptor, Int32(SHUT_WR))
    close(descriptor)
  }

  /// Takes no more, and has the other loops stop behind what they were handed.
  func stop(_ end: Instant) {
    for mailbox in mailboxes.dropFirst() { mailbox.post(.stop(end)) }
  }

  private static func text(of address: sockaddr_storage, _ size: socklen_t) -> String {
    var (address, text) = (address, [CChar](repeating: 0, count: Int(NI_MAXHOST)))
    // Both are lent for the call, which fills the text.
    let answer = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getnameinfo($0, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
      }
    }
    guard answer == 0 else { return "" }
    let name = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // An IPv4 client of a socket for both.
    return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst(7)) : name
  }
}
