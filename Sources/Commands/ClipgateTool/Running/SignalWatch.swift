// Its headers have sigaction(2)'s types, too, and an optimised build takes them for its own.
internal import CLinux
internal import Glibc
internal import Ingest
internal import Synchronization

/// Turns SIGINT, SIGTERM and SIGHUP into an interruption that the work looks at.
///
/// The signals are blocked in every thread and taken by one thread with `sigwait`, so nothing runs
/// in a handler. Whoever sends a second one, or waits three seconds, gets an end at once: decoders
/// do not always ask whether they should stop. Temporary names are removed by then.
final class SignalWatch: Sendable {
  let interruption = Interruption()
  private let first = Atomic<Int32>(0)

  /// The first signal that came, or nil.
  var caught: Int32? {
    let signal = first.load(ordering: .acquiring)
    return signal == 0 ? nil : signal
  }

  /// Begins to watch; called once, before any other thread exists.
  func begin() {
    // A closed reader is an error of `write`, not the end of the process.
    _ = signal(SIGPIPE, SIG_IGN)
    // A file-size limit is a failed write like a full disk, not an end of the program.
    _ = signal(SIGXFSZ, SIG_IGN)
    let signals = [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) }
    guard !signals.isEmpty else { return }
    var set = Self.set(of: signals)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    let watch = unsafe Unmanaged.passRetained(Watched(watch: self, signals: signals))
    var thread = pthread_t()
    // The thread takes over the retained value through the pointer that it is given.
    let answer = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let watched = unsafe Unmanaged<Watched>.fromOpaque(argument).takeRetainedValue()
        watched.watch.wait(for: watched.signals)
        return nil
      }, watch.toOpaque())
    guard answer == 0 else {
      // Without the thread the signals do what they always do.
      unsafe watch.release()
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
      return
    }
    pthread_detach(thread)
  }

  private func wait(for signals: [Int32]) {
    var set = Self.set(of: signals)
    var signal: Int32 = 0
    // `sigwait` fills a local value.
    guard unsafe sigwait(&set, &signal) == 0 else { return }
    first.store(signal, ordering: .releasing)
    interruption.interrupt()
    for _ in 0..<30 where !Self.isPending(signals) { usleep(100_000) }
    Leftovers.removeAllAndExit(status: 128 + signal)
  }

  /// `nohup` and background jobs of simple shells have signals ignored; that stays so.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    // `sigaction` fills a local value; SIG_IGN is compared by its address alone.
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    let ignore = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return handler == ignore
  }

  /// Whether one of the blocked signals has come once more.
  private static func isPending(_ signals: [Int32]) -> Bool {
    var set = sigset_t()
    // Both calls look at a local value only.
    guard unsafe sigpending(&set) == 0 else { return false }
    return signals.contains { unsafe sigismember(&set, $0) == 1 }
  }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    // Both calls change a local value.
    _ = unsafe sigemptyset(&set)
    for signal in signals { _ = unsafe sigaddset(&set, signal) }
    return set
  }

  /// What the watching thread is given.
  private final class Watched: Sendable {
    let watch: SignalWatch
    let signals: [Int32]

    init(watch: SignalWatch, signals: [Int32]) {
      self.watch = watch
      self.signals = signals
    }
  }
}
