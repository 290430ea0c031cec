internal import CLinux
internal import Glibc
internal import Sandbox

/// A file on its way to its place: open and private, without a name where the kernel can do that.
///
/// On Linux an O_TMPFILE has no name until it is published, so that nothing is left behind
/// whatever ends the process, SIGKILL and loss of power included. Elsewhere (NFS, FAT) it has a
/// temporary name that begins with a dot in the directory of its place; `deinit` and `Leftovers`
/// remove it.
///
/// A class, since some results have no poster or report, and Swift 6.3's compiler does not come to
/// an end on a struct that holds optional noncopyable values.
final class StagedFile {
  let place: Place
  let file: Descriptor
  /// The name it goes by until it is published, or nil for an O_TMPFILE.
  let temporaryName: FileName?

  /// Makes an empty file, open for reading and writing, with the permissions that umask leaves.
  ///
  /// - Parameter named: skips O_TMPFILE; tests use it where the file system could do without.
  init(at place: consuming Place, named: Bool = false) throws(SystemError) {
    let directory = place.directory.number
    let nameless =
      named
      ? -1
      // A constant string is lent for the call.
      : unsafe openat(directory, ".", clinux_o_tmpfile | O_RDWR | O_CLOEXEC, 0o666)
    // Publishing a nameless file goes through /proc, which a bare chroot lacks.
    if nameless >= 0, unsafe access("/proc/self/fd/\(nameless)", F_OK) == 0 {
      file = Descriptor(owning: nameless)
      temporaryName = nil
    } else {
      let failure = errno
      if nameless >= 0 { close(nameless) }
      let cannot: Set<Int32> = [EOPNOTSUPP, EISDIR, EINVAL, ENOENT]
      guard named || nameless >= 0 || cannot.contains(failure) else {
        throw SystemError("openat", failure)
      }
      let name = Self.freshName(for: place.name)
      Leftovers.add(Leftovers.Name(directory: directory, name: name))
      // The name is lent for the call; O_EXCL makes sure that nobody else's file is opened.
      let number = unsafe name.withCString {
        unsafe openat(directory, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      }
      guard number >= 0 else {
        let failure = errno
        Leftovers.remove(Leftovers.Name(directory: directory, name: name))
        throw SystemError("openat", failure)
      }
      file = Descriptor(owning: number)
      temporaryName = name
    }
    self.place = place
  }

  deinit {
    guard let temporaryName else { return }
    // Published or given up: the temporary name goes. The name is lent for the call.
    _ = unsafe temporaryName.withCString { unsafe unlinkat(place.directory.number, $0, 0) }
    Leftovers.remove(Leftovers.Name(directory: place.directory.number, name: temporaryName))
  }

  /// A name beside `name` that nobody has: hidden, ours by its prefix, random by 64 bits.
  static func freshName(for name: FileName) -> FileName {
    FileName(".clipgate-\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp")
  }
}
