internal import CLinux
internal import Glibc

/// The thread that a loop runs on.
struct LoopThread: Sendable {
  let loop: EventLoop
  private let thread: pthread_t

  /// Runs a loop.
  init(_ loop: EventLoop) throws(ServerError) {
    self.loop = loop
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(loop)
    // A new thread has the signals that its maker takes. Those of the process are for others to take, and
    // a closed reader is an error of sendfile(2), not the end of the process.
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    // The thread takes over the retained value through the pointer that it is given.
    let answer = unsafe pthread_create(
      &thread, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<EventLoop>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, argument.toOpaque())
    guard answer == 0 else {
      // Without the thread nobody else takes it.
      unsafe argument.release()
      throw ServerError("pthread_create", errno: answer)
    }
    self.thread = thread
  }

  /// Waits for the loop to end; once.
  func join() {
    // What the thread returns is nothing.
    pthread_join(thread, nil)
  }
}
