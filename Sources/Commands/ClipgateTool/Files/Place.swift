internal import Glibc
internal import Sandbox

/// Where an output goes: an open directory, and a name in it.
///
/// The directory is opened once, so that an output lands where its check took place even if
/// someone renames directories meanwhile.
struct Place: ~Copyable {
  /// The place as it was asked for, for reports and messages.
  let path: FileName
  let directory: Descriptor
  /// The last component of `path`.
  let name: FileName

  /// - Throws: `SystemError` where the directory is not there or can't be opened.
  init(_ path: FileName) throws(SystemError) {
    let name = path.lastComponent
    guard !name.bytes.isEmpty, name != FileName("."), name != FileName("..") else {
      throw SystemError("open", EISDIR)
    }
    let directory = try Descriptor.open(path.directory, O_RDONLY | O_DIRECTORY)
    self.path = path
    self.directory = directory
    self.name = name
  }

  /// What is at the place now, symbolic links followed; a link that leads nowhere is `dangling`.
  func occupant() throws(SystemError) -> Occupant {
    var status = stat()
    // The name is lent for the calls; both fill a local value.
    if unsafe name.withCString({ unsafe fstatat(directory.number, $0, &status, 0) }) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { return .other }
      return .file(FileIdentity(status))
    }
    guard errno == ENOENT || errno == ELOOP else { throw SystemError("fstatat") }
    let link = unsafe name.withCString {
      unsafe fstatat(directory.number, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    return link == 0 ? .dangling : .nothing
  }

  /// What a place may hold.
  enum Occupant: Equatable {
    case nothing
    case file(FileIdentity)
    /// A symbolic link to nothing.
    case dangling
    /// A directory, device, pipe or socket: never replaced.
    case other
  }
}
