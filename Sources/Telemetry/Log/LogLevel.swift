/// How much a log line matters.
package enum LogLevel: String, Sendable, Comparable, CaseIterable {
  /// For whoever looks for a mistake.
  case debug
  /// What the service does.
  case info
  /// What somebody may have to look at, as a fork server that died.
  case warning
  /// What somebody must look at, as a full disk.
  case error

  private var rank: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .warning: 2
    case .error: 3
    }
  }

  package static func < (one: LogLevel, other: LogLevel) -> Bool { one.rank < other.rank }
}
