internal import FoundationEssentials
internal import Glibc

/// Which processes of a service are alive, by files that each one locks as long as it lives.
///
/// The kernel lets go of a lock when a process ends, however it ends (`flock(2)`), so that nobody has
/// to wait for a lease to know. For the processes of one machine.
package final class Presence: Sendable {
  /// This process's name, which no other one ever has.
  package let name: String
  private let folder: String
  private let own: Int32

  private static let ending = ".alive"

  /// Says that this process is there.
  ///
  /// - Parameter folder: one that only the service's user may write to; it is made where it is missing.
  /// - Returns: nil, with `errno` set, where that can't be.
  package init?(in folder: String) {
    name = UUID().uuidString.lowercased()
    self.folder = folder
    // Strings are lent for the calls.
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { return nil }
    let path = "\(folder)/\(name)"
    let file = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return nil }
    own = file
    // It gets its ending with its lock: one that was seen without it would pass for a dead process's.
    guard flock(file, LOCK_EX | LOCK_NB) == 0, unsafe rename(path, path + Self.ending) == 0 else {
      _ = unsafe unlink(path)
      return nil
    }
  }

  deinit { close(own) }

  /// Says that this process is going, and holds nothing any more.
  package func leave() { bury(name) }

  /// The processes that were there and are gone.
  func dead() -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(Self.ending) }
      .map { String($0.dropLast(Self.ending.count)) }
      .filter { $0 != name && isDead($0) }
  }

  /// Forgets a process.
  func bury(_ name: String) {
    // The string is lent for the call.
    _ = unsafe unlink("\(folder)/\(name)\(Self.ending)")
  }

  private func isDead(_ name: String) -> Bool {
    // The string is lent for the call.
    let file = unsafe open("\(folder)/\(name)\(Self.ending)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_EX | LOCK_NB) == 0
  }
}
