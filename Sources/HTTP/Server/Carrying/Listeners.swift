internal import CLinux
internal import Glibc

/// Opens the sockets that a server listens on.
enum Listeners {
  /// - Parameters:
  ///   - host: a name or a numeric address.
  ///   - port: 0 for any that is free at all of its addresses.
  /// - Returns: a socket for each address, and their port.
  static func open(_ host: String, _ port: UInt16) throws(ServerError) -> ([Int32], UInt16) {
    // A struct of numbers, and of pointers that stay nil.
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    // The list is freed below.
    let answer = unsafe getaddrinfo(host, nil, &hints, &list)
    guard answer == 0 else {
      throw ServerError("getaddrinfo", errno: answer == EAI_SYSTEM ? errno : 0)
    }
    defer { unsafe freeaddrinfo(list) }
    var (sockets, bound, failure) = ([Int32](), port, ServerError("getaddrinfo", errno: 0))
    var next = unsafe list
    while let entry = unsafe next {
      // The entries and their addresses live as long as the list.
      let address = unsafe entry.pointee
      unsafe next = unsafe address.ai_next
      do throws(ServerError) {
        let socket = try unsafe open(address, port: bound, host)
        sockets.append(socket)
        if bound == 0 { bound = Self.port(of: socket) }
      } catch {
        // A machine may have a name for an address of a family that it has not.
        failure = error
        if error.number == EADDRINUSE || error.number == EACCES {
          for socket in sockets { close(socket) }
          throw error
        }
      }
    }
    guard !sockets.isEmpty else { throw failure }
    return (sockets, bound)
  }

  private static func open(
    _ entry: addrinfo, port: UInt16, _ host: String
  ) throws(ServerError) -> Int32 {
    let socket = clinux_stream_socket(unsafe entry.ai_family)
    guard socket >= 0 else { throw ServerError("socket", errno: errno) }
    var (one, v6Only): (Int32, Int32) = (1, host == "::" ? 0 : 1)
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Numbers and the address are lent for the calls.
    _ = unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &one, size)
    if unsafe entry.ai_family == AF_INET6 {
      _ = unsafe setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &v6Only, size)
    }
    var failed: String?
    // The entry's address lives as long as the list.
    if unsafe !bind(socket, entry, port) {
      failed = "bind"
    } else if listen(socket, SOMAXCONN) != 0 {
      failed = "listen"
    }
    guard let failed else { return socket }
    let number = errno
    close(socket)
    throw ServerError(failed, errno: number)
  }

  private static func bind(_ socket: Int32, _ entry: addrinfo, _ port: UInt16) -> Bool {
    guard let address = unsafe entry.ai_addr else { return false }
    // Both families have the port at the same place, behind the family's 16 bits (RFC 3493, 3.3).
    unsafe UnsafeMutableRawPointer(address).storeBytes(
      of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
    return unsafe Glibc.bind(socket, address, entry.ai_addrlen) == 0
  }

  private static func port(of socket: Int32) -> UInt16 {
    var (address, size) = (sockaddr_storage(), socklen_t(MemoryLayout<sockaddr_storage>.size))
    // The address is lent for the call, which fills it.
    return unsafe withUnsafeMutablePointer(to: &address) {
      let answer = unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket, $0, &size)
      }
      guard answer == 0 else { return 0 }
      return unsafe UInt16(
        bigEndian: UnsafeRawPointer($0).load(fromByteOffset: 2, as: UInt16.self))
    }
  }
}
