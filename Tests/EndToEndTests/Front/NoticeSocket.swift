import Foundation
import Glibc
import TestSupport

/// The socket on which systemd hears how a service stands (sd_notify(3)).
final class NoticeSocket: Sendable {
  private let descriptor: Int32

  /// - Parameter name: a path, or `@` and a name without a file.
  init(_ name: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = name.utf8.enumerated().map { $0 == 0 && $1 == UInt8(ascii: "@") ? 0 : $1 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let isBound = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(2 + bytes.count)) == 0
      }
    }
    guard isBound else { throw ProgramError.system("bind", errno) }
  }

  deinit { close(descriptor) }

  /// The next datagram; nil where none comes in time.
  func next(within seconds: Double = 20) -> String? {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wait, 1, Int32(seconds * 1000)) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
