internal import Glibc
internal import Ingest
internal import Sandbox

/// A folder whose files are wanted, with those of all folders in it.
struct Folder {
  let name: FileName

  /// - Returns: nil where the name is no folder's; a link to one counts where it was named.
  init?(_ name: FileName) {
    guard name != .standardInput, Self.kind(name, followsLink: true) == S_IFDIR else { return nil }
    self.name = name
  }

  /// The regular files in the order of their names' bytes, a folder's where its own name belongs.
  ///
  /// Left out are names that begin with a dot, as those that file managers write, links, which may lead
  /// anywhere, and what is no regular file. What can't be looked at is listed itself: to open it tells
  /// why.
  func files(interruption: Interruption) -> [FileName] {
    var files: [FileName] = []
    var waiting = [name]
    while let next = waiting.popLast(), !interruption.isInterrupted {
      guard next == name || Self.kind(next, followsLink: false) == S_IFDIR else {
        files.append(next)
        continue
      }
      guard let entries = Self.entries(next) else {
        files.append(next)
        continue
      }
      let sorted = entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      waiting += sorted.reversed().map(next.appending).filter {
        let kind = Self.kind($0, followsLink: false)
        return kind == nil || kind == S_IFREG || kind == S_IFDIR
      }
    }
    return files
  }

  /// The kind bits of `st_mode`, or nil where nothing is there.
  private static func kind(_ name: FileName, followsLink: Bool) -> mode_t? {
    var status = stat()
    // The name is lent for the call, which fills a local value.
    let answer = unsafe name.withCString {
      unsafe fstatat(AT_FDCWD, $0, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    return answer == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The names in a folder, or nil where it can't be read.
  private static func entries(_ folder: FileName) -> [FileName]? {
    // The name is lent for the call; the stream is closed below.
    guard let stream = unsafe folder.withCString({ unsafe opendir($0) }) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [FileName] = []
    while true {
      errno = 0
      // An entry is the stream's own and valid until the next call.
      guard let entry = unsafe readdir(stream) else { return errno == 0 ? names : nil }
      // Its name ends with a zero, which may come long before the end of its type.
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { place in
        unsafe place.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
          unsafe FileName(bytes: UnsafeBufferPointer(start: bytes, count: strlen(place)))
        }
      }
      if name.bytes.first != UInt8(ascii: ".") { names.append(name) }
    }
  }
}
