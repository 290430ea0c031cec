internal import Glibc

/// SIGINT, SIGTERM and SIGHUP, taken by whoever waits for them and by no handler.
struct Signals {
  private var set = sigset_t()

  /// Blocks them in this thread and all that it will start; to be called before there is another one.
  ///
  /// One that was ignored by whoever started us, as nohup ignores SIGHUP, stays so.
  init() {
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
      // A local value is filled.
      _ = unsafe sigaddset(&set, number)
    }
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for the next one.
  func next() -> Int32 {
    var (set, number) = (set, Int32(0))
    // `sigwait` fills a local value.
    while unsafe sigwait(&set, &number) != 0 {}
    return number
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    // A local value is filled; the handler is only compared.
    _ = unsafe sigaction(number, nil, &action)
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    return handler == 1
  }
}
