internal import CLinux
internal import Glibc
internal import Sandbox

/// Where short-lived files go: `TMPDIR`, else `/tmp`.
enum TemporaryDirectory {
  /// The directory's name.
  static var name: FileName {
    // getenv's answer is copied at once; nothing in this process changes the environment.
    guard let value = unsafe getenv("TMPDIR"), unsafe value.pointee != 0 else {
      return FileName("/tmp")
    }
    return unsafe FileName(copying: value)
  }

  /// An empty file without a name, open for reading and writing; it ends with its descriptor.
  static func unlinkedFile() throws(SystemError) -> Descriptor {
    do throws(SystemError) {
      return try Descriptor.open(name, clinux_o_tmpfile | O_RDWR | O_EXCL, mode: 0o600)
    } catch {
      guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) else { throw error }
      let file = name.appending(StagedFile.freshName(for: name))
      let descriptor = try Descriptor.open(
        file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      // The name is lent for the call.
      _ = unsafe file.withCString { unsafe unlink($0) }
      return descriptor
    }
  }
}
