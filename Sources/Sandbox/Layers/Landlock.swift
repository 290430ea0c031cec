internal import CLinux

/// The kernel's own walls (landlock(7)): no path, no port, no signal to the outside.
package struct Landlock: Sendable, Equatable {
  /// The version of the interface that the kernel has, from 1 on.
  package let version: Int

  /// - Returns: nil where the kernel has none, or has it switched off.
  package init?() {
    let version = Int(clinux_landlock_abi())
    guard version >= 1 else { return nil }
    self.version = version
  }

  /// Locks this process in, for good, with everything forbidden that this kernel's version can
  /// forbid; it must have given up new privileges before.
  func enter() throws(SystemError) {
    let rights = clinux_landlock(
      file_system: fileSystem, network: version >= 4 ? 0b11 : 0, scope: version >= 6 ? 0b11 : 0)
    let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
    guard clinux_landlock(rights, size) == 0 else { throw SystemError("landlock") }
  }

  /// The access rights to files that the version knows (LANDLOCK_ACCESS_FS_…): 13 at first, then
  /// refer, truncate, and the device calls of ioctl.
  private var fileSystem: UInt64 {
    let count: UInt64 =
      switch version {
      case 1: 13
      case 2: 14
      case 3, 4: 15
      default: 16
      }
    return (1 << count) - 1
  }
}
