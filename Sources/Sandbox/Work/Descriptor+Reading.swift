internal import CLinux
internal import Glibc

// Looking at files that a child wrote.
extension Descriptor {
  /// The same file, open for reading alone; where there is no /proc to find it by, a copy that can do
  /// what the first one can.
  package static func readingAgain(_ descriptor: Int32) throws(SystemError) -> Descriptor {
    // The name is lent for the call.
    let again = unsafe open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
    if again >= 0 { return Descriptor(owning: again) }
    return Descriptor(owning: try check("fcntl") { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) })
  }

  /// The size of an open file, in bytes.
  package static func size(of descriptor: Int32) throws(SystemError) -> Int64 {
    var status = stat()
    // `fstat` fills a local value.
    try check("fstat") { unsafe fstat(descriptor, &status) }
    return Int64(status.st_size)
  }
}
