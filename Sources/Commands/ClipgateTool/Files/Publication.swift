internal import CLinux
internal import Glibc
internal import Sandbox

/// Gives finished files their names together: all of them, or none.
///
/// Files are published one by one and then committed; without `commit` the end of the value undoes
/// them, newest first: new names are removed, replaced files are back at theirs.
struct Publication: ~Copyable {
  /// What was published, as far as undoing needs to know.
  private struct Step {
    /// Open as long as the staged file lives, which is longer than the publication.
    var directory: Int32
    var name: FileName
    var published: FileIdentity
    /// The name that the replaced file has meanwhile.
    var backup: FileName?
  }

  private let replaces: Bool
  private var steps: [Step] = []

  /// - Parameter replaces: whether files that are there already are replaced.
  init(replaces: Bool) { self.replaces = replaces }

  deinit {
    for step in steps.reversed() { Self.undo(step) }
  }

  /// Flushes a file to its device and gives it its name.
  ///
  /// - Throws: `SystemError`; `EEXIST` where the place is taken and is not to be replaced.
  mutating func publish(_ staged: StagedFile) throws(SystemError) {
    _ = try check("fsync") { fsync(staged.file.number) }
    let directory = staged.place.directory.number
    let identity = FileIdentity(try staged.file.status())
    var step = Step(
      directory: directory, name: staged.place.name, published: identity, backup: nil)
    do throws(SystemError) {
      try Self.link(staged, as: staged.place.name)
    } catch {
      guard error.number == EEXIST, replaces else { throw error }
      step.backup = try Self.replace(staged)
    }
    steps.append(step)
    // Some file systems can't flush a directory and say so; the name is there all the same.
    guard fsync(directory) == 0 || errno == EINVAL || errno == EROFS else {
      throw SystemError("fsync")
    }
  }

  /// Makes it final: what was replaced is gone.
  consuming func commit() {
    for step in steps {
      if let backup = step.backup { Self.unlink(backup, in: step.directory) }
    }
    steps = []
  }

  /// Gives a staged file one more name that must be free.
  private static func link(
    _ staged: StagedFile, as name: FileName
  ) throws(SystemError) {
    let directory = staged.place.directory.number
    if let temporary = staged.temporaryName {
      do throws(SystemError) {
        try linkat(directory, temporary, directory, name, 0)
      } catch {
        // FAT has no hard links; renaming leaves the temporary name free, which is as good.
        guard [EPERM, EOPNOTSUPP, EMLINK].contains(error.number) else { throw error }
        try rename(temporary, name, in: directory, clinux_rename_noreplace)
      }
    } else {
      let itself = FileName("/proc/self/fd/\(staged.file.number)")
      try linkat(AT_FDCWD, itself, directory, name, AT_SYMLINK_FOLLOW)
    }
  }

  /// Puts a staged file where another is, in one step, and returns the name the other has then.
  private static func replace(
    _ staged: StagedFile
  ) throws(SystemError) -> FileName? {
    let directory = staged.place.directory.number
    let name = staged.place.name
    guard try staged.place.occupant() != .other else { throw SystemError("rename", EEXIST) }
    let temporary = staged.temporaryName ?? StagedFile.freshName(for: name)
    if staged.temporaryName == nil { try link(staged, as: temporary) }
    do throws(SystemError) {
      do throws(SystemError) {
        try rename(temporary, name, in: directory, clinux_rename_exchange)
        return temporary
      } catch {
        guard [EINVAL, ENOSYS].contains(error.number) else { throw error }
        // No exchange on this file system: keep the old file by a second name. Without hard links
        // it can't be brought back, but the new one still comes whole.
        let backup = StagedFile.freshName(for: name)
        let isKept: Bool
        do throws(SystemError) {
          try linkat(directory, name, directory, backup, 0)
          isKept = true
        } catch { isKept = false }
        do throws(SystemError) {
          try rename(temporary, name, in: directory, 0)
        } catch {
          if isKept { unlink(backup, in: directory) }
          throw error
        }
        return isKept ? backup : nil
      }
    } catch {
      if staged.temporaryName == nil { unlink(temporary, in: directory) }
      throw error
    }
  }

  private static func undo(_ step: Step) {
    var status = stat()
    // The name is lent for the call, which fills a local value.
    let found = unsafe step.name.withCString {
      unsafe fstatat(step.directory, $0, &status, AT_SYMLINK_NOFOLLOW)
    }
    // Someone else's file that came there meanwhile is left alone.
    let isOurs = found == 0 && FileIdentity(status) == step.published
    switch (step.backup, isOurs) {
    case (let backup?, true):
      do throws(SystemError) {
        try rename(backup, step.name, in: step.directory, 0)
      } catch {
        // Nothing more can be done; the old file stays under its temporary name.
      }
    case (let backup?, false): unlink(backup, in: step.directory)
    case (nil, true): unlink(step.name, in: step.directory)
    case (nil, false): break
    }
  }

  // The three calls below borrow names for the length of a system call.

  private static func linkat(
    _ oldDirectory: Int32, _ old: FileName, _ directory: Int32, _ name: FileName, _ flags: Int32
  ) throws(SystemError) {
    _ = try check("linkat") {
      unsafe old.withCString { old in
        unsafe name.withCString { unsafe Glibc.linkat(oldDirectory, old, directory, $0, flags) }
      }
    }
  }

  private static func rename(
    _ old: FileName, _ name: FileName, in directory: Int32, _ flags: UInt32
  ) throws(SystemError) {
    _ = try check("renameat2") {
      unsafe old.withCString { old in
        unsafe name.withCString { unsafe clinux_renameat2(directory, old, directory, $0, flags) }
      }
    }
  }

  private static func unlink(_ name: FileName, in directory: Int32) {
    _ = unsafe name.withCString { unsafe unlinkat(directory, $0, 0) }
  }
}
