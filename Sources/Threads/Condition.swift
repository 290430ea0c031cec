internal import Glibc

/// A lock, and a wait for what changes behind it, by the clock that nobody sets (`CLOCK_MONOTONIC`): a time
/// server that puts the wall clock back by an hour keeps nobody waiting for one.
///
/// What it guards is its owner's; whoever may have changed that calls `signal` or `broadcast`.
@safe
package final class Condition: Sendable {
  // unsafe: both are made in `init`, used by the C library alone, and destroyed in `deinit`.
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let variable: UnsafeMutablePointer<pthread_cond_t>

  package init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe variable = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    unsafe pthread_cond_init(variable, &attributes)
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_cond_destroy(variable)
    unsafe pthread_mutex_destroy(mutex)
    unsafe variable.deallocate()
    unsafe mutex.deallocate()
  }

  /// Does something behind the lock; not again within it.
  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Lets the lock go until somebody calls, and takes it again; only within `withLock`.
  ///
  /// It may come back without a call: look at what you wait for.
  package func wait() { unsafe pthread_cond_wait(variable, mutex) }

  /// The same, but not for longer.
  ///
  /// - Returns: false where the time is over.
  @discardableResult
  package func wait(until end: SuspendingClock.Instant) -> Bool {
    wait(for: end - SuspendingClock().now)
  }

  /// The same, but not for longer.
  ///
  /// - Returns: false where the time is over.
  @discardableResult
  package func wait(for time: Duration) -> Bool {
    var end = timespec()
    // unsafe: fills a local.
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    // More than a century is as good as one, and fits.
    let (seconds, attoseconds) = min(max(time, .zero), .seconds(3_000_000_000)).components
    end.tv_sec += Int(seconds)
    end.tv_nsec += Int(attoseconds / 1_000_000_000)
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    return unsafe pthread_cond_timedwait(variable, mutex, &end) != ETIMEDOUT
  }

  /// Calls one of those that wait.
  package func signal() { unsafe pthread_cond_signal(variable) }

  /// Calls all that wait.
  package func broadcast() { unsafe pthread_cond_broadcast(variable) }
}
