internal import CLinux
internal import Glibc

/// A plain client: one socket, bytes out and bytes in, each wait bounded.
package final class Wire {
  private let descriptor: Int32

  /// How a connection was seen to end.
  package enum End: String, Equatable {
    /// The server ended its side.
    case closed
    case reset
    /// Nothing came for as long as was waited.
    case silent
  }

  /// - Parameter source: an IPv4 address of this machine that the server sees; nil for any.
  package init(
    _ port: UInt16, host: String = "127.0.0.1", receiveBuffer: Int32? = nil, source: String? = nil
  ) throws {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0 else {
      throw ProgramError.system("getaddrinfo", errno)
    }
    defer { unsafe freeaddrinfo(list) }
    guard let first = unsafe list else { throw ProgramError.system("getaddrinfo", 0) }
    let entry = unsafe first.pointee
    descriptor = socket(unsafe entry.ai_family, Int32(SOCK_STREAM.rawValue | 0o2000000), 0)
    if var size = receiveBuffer {
      _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }
    if let source {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      guard unsafe inet_pton(AF_INET, source, &address.sin_addr) == 1 else {
        throw ProgramError.system("inet_pton", 0)
      }
      let isBound = unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isBound else { throw ProgramError.system("bind", errno) }
    }
    guard unsafe connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 else {
      throw ProgramError.system("connect", errno)
    }
    var one: Int32 = 1
    _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
  }

  deinit { close(descriptor) }

  /// Sends everything, or as much as the server takes.
  ///
  /// - Returns: how much was sent.
  @discardableResult
  package func send(_ bytes: [UInt8], piece: Int = .max) -> Int {
    var place = 0
    while place < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[place...])
        return unsafe Glibc.send(
          descriptor, rest.baseAddress, min(piece, rest.count), Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      place += count
      // So that each is read alone as a rule, as far as heads go.
      if piece < bytes.count, place < 500 { usleep(50) }
    }
    return place
  }

  package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes the socket so that the server gets a reset.
  package func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    _ = unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    // The number stays taken until the socket is let go of.
    var other: [Int32] = [0, 0]
    _ = unsafe pipe(&other)
    dup2(other[0], descriptor)
    close(other[0])
    close(other[1])
  }

  /// Receives once.
  package func receive(most: Int = 65_536, within seconds: Double = 5) -> (
    bytes: [UInt8], end: End?
  ) {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wait, 1, Int32(seconds * 1000)) > 0 else { return ([], .silent) }
    var buffer = [UInt8](repeating: 0, count: most)
    let count = unsafe recv(descriptor, &buffer, most, 0)
    if count > 0 { return (Array(buffer.prefix(count)), nil) }
    return ([], count == 0 ? .closed : .reset)
  }

  /// Receives up to an end.
  package func rest(within seconds: Double = 5) -> (bytes: [UInt8], end: End) {
    var all: [UInt8] = []
    while true {
      let (bytes, end) = receive(within: seconds)
      all += bytes
      if let end { return (all, end) }
    }
  }

  /// Receives one answer with its body.
  package func answer(within seconds: Double = 5, isHead: Bool = false) -> Reply? {
    var all: [UInt8] = []
    while true {
      if let (reply, _) = Reply.first(of: all[...], isHead: isHead) { return reply }
      let (bytes, end) = receive(most: 4096, within: seconds)
      all += bytes
      if end != nil, bytes.isEmpty { return Reply.first(of: all[...], isEnded: true)?.reply }
    }
  }

  /// Sends a request, ends sending, and gives every answer.
  package static func ask(
    _ port: UInt16, _ request: [UInt8], piece: Int = .max, within seconds: Double = 5
  ) throws -> (replies: [Reply], end: End) {
    let wire = try Wire(port)
    wire.send(request, piece: piece)
    wire.endSending()
    let (bytes, end) = wire.rest(within: seconds)
    return (Reply.all(of: bytes), end)
  }
}
