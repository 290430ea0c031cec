internal import CLinux

/// How a child ended, as the kernel told the fork server.
package enum Ending: Sendable, Equatable {
  /// By itself.
  case exit(code: Int32)
  /// By a signal.
  case signal(Int32)
  /// It was never made, since the machine had no room for a process: an `errno`.
  case notStarted(Int32)

  /// A `wait` status.
  init(status: Int32) {
    var code: Int32 = 0
    var signal: Int32 = 0
    // Fills two local numbers.
    unsafe clinux_read_status(status, &code, &signal)
    self = signal != 0 ? .signal(signal) : .exit(code: code)
  }

  init?(payload: [UInt8]) {
    guard payload.count == 8 else { return nil }
    let number = Int32(littleEndian: payload[4..<8])
    switch UInt32(littleEndian: payload[0..<4]) {
    case 0: self = .exit(code: number)
    case 1: self = .signal(number)
    case 2: self = .notStarted(number)
    default: return nil
    }
  }

  var payload: [UInt8] {
    let (kind, number): (UInt32, Int32) =
      switch self {
      case .exit(let code): (0, code)
      case .signal(let signal): (1, signal)
      case .notStarted(let failure): (2, failure)
      }
    return kind.littleEndianBytes + number.littleEndianBytes
  }
}
