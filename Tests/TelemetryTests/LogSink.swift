internal import Foundation
internal import Glibc
internal import Telemetry
internal import TestSupport

/// Where a test's log lines go: a socket that keeps each `write` apart.
final class LogSink: Sendable {
  let descriptor: Int32
  private let reader: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    // `socketpair` fills two numbers.
    let answer = unsafe socketpair(
      AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0, &ends)
    guard answer == 0 else { throw ProgramError.system("socketpair", errno) }
    (descriptor, reader) = (ends[0], ends[1])
  }

  deinit { for end in [descriptor, reader] { close(end) } }

  /// What each `write` brought since the last look.
  func writes() -> [String] {
    var writes: [String] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // Fills at most the buffer.
      let count = unsafe read(reader, &buffer, buffer.count)
      guard count > 0 else { return writes }
      writes.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
  }

  /// The lines since the last look, as an independent reader of JSON has them.
  func objects() throws -> [[String: Any]] {
    try writes().map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }

  func writer(least: LogLevel = .debug) -> LogWriter {
    LogWriter(descriptor: descriptor, least: least) { .milliseconds(1_764_522_388_123) }
  }
}
