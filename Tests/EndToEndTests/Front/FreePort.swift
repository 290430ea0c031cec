import Glibc
import TestSupport

/// Ports that nobody listens on.
enum FreePort {
  /// Different ones, all held open until all are found.
  static func take(_ count: Int) throws -> [UInt16] {
    var (ports, sockets) = ([UInt16](), [Int32]())
    defer { for socket in sockets { close(socket) } }
    for _ in 0..<count {
      let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      sockets.append(socket)
      var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isBound = unsafe withUnsafeMutablePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
        }
      }
      guard isBound else { throw ProgramError.system("bind", errno) }
      ports.append(UInt16(bigEndian: address.sin_port))
    }
    return ports
  }
}
