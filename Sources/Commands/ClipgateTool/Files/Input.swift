internal import Glibc
internal import Ingest
internal import Sandbox

/// A movie to read: a regular file, open.
struct Input: ~Copyable {
  /// The argument as it was given; "-" for standard input.
  let name: FileName
  let descriptor: Descriptor

  /// The most bytes that are taken from a standard input that is a pipe: 1 GiB, a hundred times
  /// what may pass, so that an endless stream does not fill the disk.
  static let mostSpooledBytes = 1 << 30

  /// Opens a file, or spools standard input.
  ///
  /// A pipe, device or directory is unreadable at once and never waited for: O_NONBLOCK keeps
  /// `open` from waiting for a pipe's writer, and only a regular file goes on. A colon or a
  /// protocol's name in an argument means nothing here.
  static func open(
    _ name: FileName, interruption: Interruption
  ) throws(Failure) -> Input {
    do throws(SystemError) {
      if name == .standardInput {
        return try Input(name: name, descriptor: standardInput(interruption))
      }
      let descriptor = try Descriptor.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      let status = try descriptor.status()
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw SystemError("open", status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ENOTSUP)
      }
      return Input(name: name, descriptor: descriptor)
    } catch {
      throw .unreadable(error.number == ENOTSUP ? "it is not a regular file" : error.description)
    }
  }

  /// Which file it is.
  func identity() throws(Failure) -> FileIdentity {
    do throws(SystemError) { return FileIdentity(try descriptor.status()) } catch {
      throw .unreadable(error.description)
    }
  }

  /// The size, in bytes.
  func bytes() throws(Failure) -> Int64 {
    do throws(SystemError) { return Int64(try descriptor.status().st_size) } catch {
      throw .unreadable(error.description)
    }
  }

  /// A descriptor on standard input's bytes from offset 0.
  private static func standardInput(
    _ interruption: Interruption
  ) throws(SystemError) -> Descriptor {
    let copy = try Descriptor(owning: check("dup") { fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) })
    let kind = try copy.status().st_mode & S_IFMT
    // A redirected file needs no copy, unless someone has read a part of it.
    let isReadOnly = fcntl(copy.number, F_GETFL) & O_ACCMODE == O_RDONLY
    if kind == S_IFREG, isReadOnly, lseek(copy.number, 0, SEEK_CUR) == 0 { return copy }
    guard kind != S_IFCHR || isatty(copy.number) == 0 else { throw SystemError("read", ENOTSUP) }
    let spool = try TemporaryDirectory.unlinkedFile()
    var size = 0
    var buffer = [UInt8](repeating: 0, count: 256 * 1024)
    while !interruption.isInterrupted {
      // Waiting in small pieces lets a signal end the wait; a file is always ready.
      var waiting = pollfd(fd: copy.number, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, 100)
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      // `read` fills at most the buffer's own length.
      let count = unsafe read(copy.number, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else {
        if errno == EINTR || errno == EAGAIN { continue }
        throw SystemError("read")
      }
      size += count
      guard size <= mostSpooledBytes else { throw SystemError("read", EFBIG) }
      try spool.write(Array(buffer[..<count]))
    }
    if interruption.isInterrupted { throw SystemError("read", EINTR) }
    return spool
  }
}
