internal import Glibc
internal import Sandbox

// Looking at files that a child wrote.
extension Descriptor {
  /// The same file, open for reading alone; where there is no /proc to find it by, a copy that can do
  /// what the first one can.
  static func readingAgain(_ descriptor: Int32) throws(Failure) -> Descriptor {
    do throws(SystemError) {
      let name = FileName("/proc/self/fd/\(descriptor)")
      return try open(name, O_RDONLY)
    } catch {
      let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw .nothingMade }
      return Descriptor(owning: copy)
    }
  }

  /// The size of an open file, in bytes.
  static func size(of descriptor: Int32) throws(Failure) -> Int64 {
    var status = stat()
    // `fstat` fills a local value.
    guard unsafe fstat(descriptor, &status) == 0 else { throw .nothingMade }
    return Int64(status.st_size)
  }
}
