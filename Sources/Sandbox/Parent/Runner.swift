internal import CLinux
internal import Glibc
internal import Synchronization

/// The asker's side of a fork server: starts it, has it make children, and starts it again where it
/// died.
package final class Runner: Sendable {
  /// How a fork server comes to be.
  package enum Start: Sendable {
    /// As a copy of this process, whose libraries are loaded already; `serve` never comes back.
    ///
    /// Only for a program without a second thread that holds locks.
    case copy(serve: @Sendable (consuming Channel) -> Never)
    /// As the program at a path, with these arguments; its channel is its standard input.
    case program(path: String, arguments: [String])
  }

  private struct Server: ~Copyable {
    var channel: Channel
    var process: pid_t
    /// Whether it has said that it can confine children.
    var isReady = false

    init(channel: consuming Channel, process: pid_t) {
      self.channel = channel
      self.process = process
    }

    /// Gives an order, once the server can take any.
    mutating func order(_ order: Message, _ descriptors: [Int32]) throws(Obstacle) {
      do throws(SystemError) {
        if !isReady { try waitUntilReady() }
        try channel.send(order, descriptors: descriptors, waits: true)
      } catch {
        throw isReady ? .gone(error) : .unable(error)
      }
    }

    private mutating func waitUntilReady() throws(SystemError) {
      guard channel.hasMessage(within: .seconds(20)) else {
        throw SystemError("poll", ETIMEDOUT)
      }
      // It is one of ours, which nobody has taken over; what it says is still only read in this form.
      guard let said = try? channel.receive()?.message else { throw SystemError("recvmsg", EPIPE) }
      switch said.kind {
      case .ready: isReady = true
      case .unable: throw SystemError(payload: said.payload)
      default: throw SystemError("recvmsg", EPROTO)
      }
    }
  }

  /// Why an order was not taken.
  private enum Obstacle: Error {
    /// The fork server has died; another one may do.
    case gone(SystemError)
    /// It can't confine anything, and neither could another one.
    case unable(SystemError)
  }

  private let start: Start
  private let onRestart: @Sendable () -> Void
  private let server: Mutex<Server?>
  private let isClosed = Atomic(false)

  /// Starts the fork server.
  ///
  /// - Parameters:
  ///   - start: how it comes to be, the first time and again.
  ///   - onRestart: called when the fork server had died and was started again.
  package init(
    _ start: Start, onRestart: @escaping @Sendable () -> Void = {}
  ) throws(SystemError) {
    self.start = start
    self.onRestart = onRestart
    server = Mutex(nil)
    try server.withLock { (server) throws(SystemError) in server = try Self.begin(start) }
  }

  deinit { close() }

  /// Has a confined child made.
  ///
  /// - Throws: `SystemError`: why the fork server can't confine anything, or why not even a second one
  ///   could be reached.
  package func child(_ limits: ChildLimits) throws(SystemError) -> ConfinedChild {
    let talk = try Channel.Pair()
    let watch = try Channel.Pair()
    let theirs = [talk.far.socket.number, watch.far.socket.number]
    let order = Message(.start, limits.payload)
    try server.withLock { (server) throws(SystemError) in
      for isLast in [false, true] {
        guard !isClosed.load(ordering: .relaxed) else { throw SystemError("fork", ESRCH) }
        if server == nil {
          server = try Self.begin(start)
          onRestart()
        }
        do throws(Obstacle) {
          try server?.order(order, theirs)
          return
        } catch {
          Self.end(&server)
          switch error {
          case .gone where !isLast: continue
          case .gone(let why), .unable(let why): throw why
          }
        }
      }
    }
    return ConfinedChild(talk: talk.near, watch: watch.near)
  }

  /// Ends the fork server and all its children; no other one is started.
  package func close() {
    server.withLock {
      isClosed.store(true, ordering: .relaxed)
      Self.end(&$0)
    }
  }

  /// The process number of the fork server; nil once it was closed.
  package var process: Int32? { server.withLock { $0?.process } }

  private static func begin(_ start: Start) throws(SystemError) -> Server {
    let pair = try Channel.Pair()
    switch start {
    case .copy(let serve):
      let process = clinux_fork()
      guard process >= 0 else { throw SystemError("fork") }
      if process == 0 {
        forgetEnvironment()
        serve(leaveEverything(but: pair.far.socket.number))
      }
      return Server(channel: pair.near, process: process)
    case .program(let path, let arguments):
      let process = try spawn(path, arguments, channel: pair.far.socket.number)
      return Server(channel: pair.near, process: process)
    }
  }

  /// Closes what the asker has open: a fork server that held the other end of its own channel, or of a
  /// child's, would never see it closed.
  private static func leaveEverything(but channel: Int32) -> Channel {
    dup2(channel, STDIN_FILENO)
    // A constant string is lent for the call.
    let nowhere = unsafe open("/dev/null", O_RDWR)
    for stream in [STDOUT_FILENO, STDERR_FILENO] where nowhere >= 0 { dup2(nowhere, stream) }
    _ = clinux_close_from(UInt32(STDERR_FILENO) + 1)
    return Channel(owning: STDIN_FILENO)
  }

  /// Overwrites the environment, which may hold secrets: a child that is taken over has this memory.
  private static func forgetEnvironment() {
    // The strings lie where the kernel put them, or on the heap; each ends with NUL.
    var place = unsafe environ
    while let text = unsafe place.pointee {
      unsafe memset(text, 0, strlen(text))
      unsafe place += 1
    }
    clearenv()
  }

  private static func spawn(
    _ path: String, _ arguments: [String], channel: Int32
  ) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var process = pid_t()
    // The actions are made, used and destroyed here.
    _ = unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    _ = unsafe posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO)
    // Nothing else that the asker has open, whoever forgot to mark it.
    _ = unsafe clinux_spawn_close_from(&actions, STDERR_FILENO + 1)
    // Strings that live until they are freed after the call; the list ends with NULL.
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    defer { for place in 0...arguments.count { unsafe free(words[place]) } }
    // Nothing of this process's environment, which may hold secrets, but what its loader needs.
    let kept = ["ASAN_OPTIONS", "LD_LIBRARY_PATH"]
    var variables =
      unsafe kept.compactMap { name in
        unsafe getenv(name).map { unsafe "\(name)=" + String(cString: $0) }
      }
      .map { unsafe strdup($0) } + [nil]
    let variableCount = unsafe variables.count - 1
    defer { for place in 0..<variableCount { unsafe free(variables[place]) } }
    let answer = unsafe posix_spawn(&process, path, &actions, nil, &words, &variables)
    guard answer == 0 else { throw SystemError("posix_spawn", answer) }
    return process
  }

  private static func end(_ server: inout Server?) {
    guard let ending = server.take() else { return }
    let process = ending.process
    // Closing the channel tells the fork server to end, and a dead one is only buried.
    _ = consume ending
    var status: Int32 = 0
    // Fills a local number.
    while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
  }
}
