internal import Glibc

/// SIGINT, SIGTERM and SIGHUP, taken by whoever waits for them and by no handler.
struct Signals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// Blocks them in this thread and all that it will start; to be called before there is another one.
  static func block() {
    var set = numbers.reduce(into: sigset_t()) { set, number in
      // A local value is filled.
      _ = unsafe sigaddset(&set, number)
    }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for the next one.
  static func next() -> Int32 {
    var set = numbers.reduce(into: sigset_t()) { set, number in
      // A local value is filled.
      _ = unsafe sigaddset(&set, number)
    }
    var number: Int32 = 0
    // `sigwait` fills a local value.
    while unsafe sigwait(&set, &number) != 0 {}
    return number
  }
}
