internal import Glibc
internal import Sandbox

extension SystemError {
  /// Whether a device or a quota has no room left.
  var isFull: Bool { number == ENOSPC || number == EDQUOT }
}
