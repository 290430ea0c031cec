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

  /// A file that has no name and lies in memory (`memfd_create(2)`), with these bytes.
  package static func inMemory(_ bytes: [UInt8]) throws(SystemError) -> Descriptor {
    // A constant string is lent for the call.
    let file = Descriptor(
      owning: try check("memfd_create") { unsafe clinux_memory_file("bytes") })
    let number = file.number
    // The bytes are lent for the call; memory takes all of them or none.
    guard unsafe pwrite(number, bytes, bytes.count, 0) == bytes.count else {
      throw SystemError("pwrite")
    }
    return file
  }

  /// The size of an open file, in bytes.
  package static func size(of descriptor: Int32) throws(SystemError) -> Int64 {
    var status = stat()
    // `fstat` fills a local value.
    try check("fstat") { unsafe fstat(descriptor, &status) }
    return Int64(status.st_size)
  }
}
