internal import Glibc
internal import Synchronization

/// Writes a JSON object a line, of what happens in a process, for machines to collect.
///
/// A line goes out whole in one `write`, from whatever thread, and is never longer than what a pipe takes
/// whole. A line that nobody takes is lost, and the next one tells how many were.
package final class LogWriter: Sendable {
  private let descriptor: Int32
  private let least: LogLevel
  private let clock: @Sendable () -> Duration
  /// Lines that were lost since the last one that was written.
  private let lost = Mutex(0)

  /// What a pipe takes in one piece (PIPE_BUF).
  static let longestLine = 4_096

  /// - Parameters:
  ///   - descriptor: it stays the caller's.
  ///   - least: lines that matter less are not written.
  ///   - clock: the time since the beginning of 1970 in UTC, as `Timestamp.now`.
  package init(
    descriptor: Int32, least: LogLevel = .info, clock: @escaping @Sendable () -> Duration
  ) {
    self.descriptor = descriptor
    self.least = least
    self.clock = clock
  }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - level: how much it matters.
  ///   - event: what happened, as `job.done`.
  ///   - fields: what it tells besides, in this order, after the time, the level and the event.
  package func write(_ level: LogLevel, _ event: StaticString, _ fields: LogField...) {
    write(level, event, fields)
  }

  /// The same with fields that are counted at run time.
  package func write(_ level: LogLevel, _ event: StaticString, _ fields: [LogField]) {
    guard level >= least else { return }
    // The clock is asked inside, so that lines are in the order of their times.
    lost.withLock { lost in
      var line = Self.line(clock(), level, event, fields, lost: lost)
      line += "\n"
      lost = put(Array(line.utf8)) ? 0 : lost + 1
    }
  }

  private static func line(
    _ time: Duration, _ level: LogLevel, _ event: StaticString, _ fields: [LogField], lost: Int
  ) -> String {
    var line = "{\"time\":\"\(Timestamp.text(time))\",\"level\":\"\(level.rawValue)\""
    line += ",\"event\":\(JSONText.quoted(event.description))"
    // The end of the line, and that something is missing.
    let room = longestLine - 64
    var isCut = false
    for field in fields {
      let text = ",\(JSONText.quoted(field.key.description)):\(field.value.text)"
      if line.utf8.count + text.utf8.count > room { isCut = true } else { line += text }
    }
    if isCut { line += ",\"cut\":true" }
    if lost > 0 { line += ",\"lost\":\(lost)" }
    return line + "}"
  }

  /// - Returns: whether all went out.
  private func put(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A reader that stalls must not stop whoever has something to say: a pipe that is writable has
      // room for a line (PIPE_BUF).
      var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // A local value is filled.
      guard unsafe poll(&readiness, 1, 0) == 1, readiness.revents & Int16(POLLOUT) != 0 else {
        return false
      }
      // The slice is contiguous and lives during the call.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        // Only a device that is nearly full takes less than all of so little.
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

extension LogField.Value {
  fileprivate var text: String {
    switch self {
    case .string(let text): JSONText.quoted(text)
    case .number(let number): number
    case .flag(let flag): flag ? "true" : "false"
    }
  }
}
