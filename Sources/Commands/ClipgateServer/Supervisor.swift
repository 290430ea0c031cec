internal import Glibc

/// Who started the process and wants to know how it stands: systemd(1), by the protocol of sd_notify(3).
struct Supervisor {
  /// The address of its socket; nil where nobody asks.
  private let address: sockaddr_un?
  private let size: socklen_t

  /// Takes the socket's name out of the environment, so that children don't speak for us; to be called
  /// before there is another thread.
  init() {
    // The variable's text is copied at once.
    let name = unsafe getenv("NOTIFY_SOCKET").map { unsafe String(cString: $0) } ?? ""
    unsafe unsetenv("NOTIFY_SOCKET")
    var bytes = Array(name.utf8)
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    // A path, or a name without a file (unix(7)), which is written with an at sign for its NUL.
    guard bytes.count > 1, bytes.count < room, bytes[0] == 0x2F || bytes[0] == 0x40 else {
      (self.address, size) = (nil, 0)
      return
    }
    if bytes[0] == 0x40 { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    // The name is shorter than its place, as was seen above.
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    self.address = address
    size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
  }

  /// Says how the service stands; where nobody hears it, nothing is lost.
  func tell(_ state: String) {
    guard var address else { return }
    let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return }
    defer { close(socket) }
    let bytes = Array(state.utf8)
    // Both are lent for the call, which reads them; it never waits.
    _ = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(
          socket, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, size)
      }
    }
  }
}
