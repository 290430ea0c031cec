internal import Glibc

/// That a store could not do what it was asked; safe to print, since it has no path and no key.
package struct StorageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of fault it is; more may be added.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as logs and metrics have it.
    package let rawValue: String

    /// Makes a code.
    ///
    /// - Parameter rawValue: the code as logs and metrics have it.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The device, a quota or a limit of this process has no room left (ENOSPC, EDQUOT, EFBIG).
    package static let full = Self(rawValue: "full")
    /// There is no object under the key.
    package static let missing = Self(rawValue: "missing")
    /// There is an object under the key already, and it stays as it is.
    package static let taken = Self(rawValue: "taken")
    /// The file system is mounted for reading, or we have no right (EROFS, EACCES, EPERM).
    package static let unwritable = Self(rawValue: "unwritable")
    /// The device failed (EIO); what it holds is in doubt.
    package static let device = Self(rawValue: "device")
    /// A link, or something that is no regular file or no folder, is where one of ours should be.
    package static let irregular = Self(rawValue: "irregular")
    /// Others than the service's user may use a folder of the store.
    package static let exposed = Self(rawValue: "exposed")
    /// A folder of the store, or a staged file, was removed by somebody else.
    package static let gone = Self(rawValue: "gone")
    /// This process or this machine has no more descriptors or memory (EMFILE, ENFILE, ENOMEM).
    package static let exhausted = Self(rawValue: "exhausted")
    /// Another call failed in another way; `number` says how.
    package static let failed = Self(rawValue: "failed")
  }

  /// What kind of fault it is.
  package let code: Code
  /// The call that failed, as "fsync".
  package let call: String
  /// `errno`, or 0 where a call succeeded and what it said was not as it should be.
  package let number: Int32

  /// The code, the call and the number, as "full (write, errno 28)".
  package var description: String {
    number == 0 ? "\(code.rawValue) (\(call))" : "\(code.rawValue) (\(call), errno \(number))"
  }

  init(_ code: Code, _ call: String, _ number: Int32 = 0) {
    self.code = code
    self.call = call
    self.number = number
  }

  /// - Parameter absence: what it means that a name is not there.
  init(_ call: String, errno number: Int32, absence: Code = .gone) {
    let code: Code =
      switch number {
      case ENOSPC, EDQUOT, EFBIG: .full
      case ENOENT: absence
      case EEXIST: .taken
      case EROFS, EACCES, EPERM: .unwritable
      case EIO: .device
      case ELOOP, ENOTDIR, EISDIR, ENXIO: .irregular
      case EMFILE, ENFILE, ENOMEM: .exhausted
      default: .failed
      }
    self.init(code, call, number)
  }
}

/// Repeats a system call while a signal cuts it short, and throws when it answers -1.
///
/// - Parameter absence: what it means that a name is not there.
@discardableResult
func check<Answer: SignedInteger>(
  _ call: String, absence: StorageError.Code = .gone, _ body: () -> Answer
) throws(StorageError) -> Answer {
  while true {
    let answer = body()
    if answer != -1 { return answer }
    guard errno == EINTR else { throw StorageError(call, errno: errno, absence: absence) }
  }
}
