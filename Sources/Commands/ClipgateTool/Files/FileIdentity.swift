internal import Glibc

/// Which file it is, whatever it is called.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// The file or directory behind a name, symbolic links followed; nil where there is none.
  init?(of name: FileName) {
    var status = stat()
    // The name is lent for the call; `stat` fills a local value.
    guard unsafe name.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }
}
