internal import CLinux
internal import Rules

#if canImport(Glibc)
  internal import Glibc
#endif

/// The two clocks that work on a movie is measured by.
struct Clock {
  private let wallStart: Duration
  private let processorStart: Duration

  init() {
    wallStart = Self.read(CLOCK_MONOTONIC)
    processorStart = Self.read(CLOCK_PROCESS_CPUTIME_ID)
  }

  /// Time since the start on the wall.
  var wall: Duration { Self.read(CLOCK_MONOTONIC) - wallStart }
  /// User and system time of the whole process since the start.
  var processor: Duration { Self.read(CLOCK_PROCESS_CPUTIME_ID) - processorStart }

  /// Both, for a report, and what they were spent on.
  func timing(_ stages: StageTimes?) -> Timing {
    Timing(wall: wall, cpu: processor, stages: stages)
  }

  /// Time on the wall, from some start.
  static var monotonic: Duration { read(CLOCK_MONOTONIC) }
  /// Processor time of the calling thread, from some start.
  static var thread: Duration { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Duration {
    .nanoseconds(clinux_nanoseconds(clock))
  }
}
