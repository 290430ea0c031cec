internal import CLinux
internal import Glibc

/// A process that does nothing but make confined children and bury them.
///
/// It has one thread and FFmpeg loaded, and never looks at a byte of a movie: a child gets its own
/// channel to whoever asked for it. Over the watch that comes with the order the asker learns the
/// child's number and its end. Whoever says anything over the watch, or closes it, has the child
/// killed; whoever closes the server's own channel, or dies, has all of them killed.
package struct ForkServer: ~Copyable {
  private let channel: Channel
  private let mostChildren: Int
  private let layers: Layers
  private let work: Work
  private let settle: Settle
  private let keepsSpare: Bool
  private var children: [pid_t: Watch] = [:]
  private var spare: Spare?
  /// Whether a spare is to be made when there is none: one that ended by itself is not replaced before
  /// the next order, since what ended it may end the next one.
  private var wantsSpare = true

  /// The other end of a watch, kept as long as its child lives.
  private final class Watch {
    var channel: Channel?
    init(_ channel: consuming Channel) { self.channel = consume channel }
    /// Takes what came; false where it was the end.
    func isHeard() -> Bool {
      ((try? channel?.receive()) ?? nil) != nil
    }
    func tell(_ message: Message) {
      // Nobody may be there any more.
      try? channel?.send(message)
    }
  }

  private init(
    channel: consuming Channel, mostChildren: Int, keepsSpare: Bool, layers: Layers,
    work: @escaping Work, settle: @escaping Settle
  ) {
    self.channel = channel
    self.mostChildren = max(1, mostChildren)
    self.layers = layers
    self.work = work
    self.settle = settle
    self.keepsSpare = keepsSpare
  }

  /// Says whether it can confine children, and serves until the other side of the channel is closed; no
  /// child is left then.
  ///
  /// - Parameters:
  ///   - channel: orders come over it.
  ///   - mostChildren: orders wait while so many children are alive.
  ///   - keepsSpare: whether one more child waits, without an order, for the next one.
  ///   - work: what a child does with a request.
  ///   - settle: what a child does by itself, before it has an order.
  ///   - prepare: makes what children are confined with, and whatever else they all need.
  /// - Returns: the process's exit code.
  /// - Throws: what `prepare` throws, once the other side was told.
  package static func serve(
    _ channel: consuming Channel, mostChildren: Int, keepsSpare: Bool = true,
    work: @escaping Work, settle: @escaping Settle = {}, prepare: () throws -> Layers
  ) throws -> Int32 {
    let layers: Layers
    do {
      layers = try prepare()
    } catch {
      let cause = error as? SystemError ?? SystemError("confinement profile", EINVAL)
      // Nobody may be there any more.
      try? channel.send(Message(.unable, cause.payload))
      throw error
    }
    guard (try? channel.send(Message(.ready))) != nil else { return 0 }
    var server = ForkServer(
      channel: channel, mostChildren: mostChildren, keepsSpare: keepsSpare, layers: layers,
      work: work, settle: settle)
    return server.run()
  }

  private mutating func run() -> Int32 {
    do {
      let deaths = try Self.signals()
      while try serve(deaths) {}
      return 0
    } catch {
      return 1
    }
  }

  /// Waits for what comes next and deals with it; false at the end.
  private mutating func serve(_ deaths: borrowing Descriptor) throws -> Bool {
    let listed = Array(children)
    var waiting = [pollfd(fd: deaths.number, events: Int16(POLLIN), revents: 0)]
    // With as many children as allowed only the end of the channel is looked for.
    let events = children.count < mostChildren ? Int16(POLLIN) : 0
    waiting.append(pollfd(fd: channel.socket.number, events: events, revents: 0))
    for (_, watch) in listed {
      let number = watch.channel?.socket.number ?? -1
      waiting.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0))
    }
    let count = nfds_t(waiting.count)
    let wait = lacksSpare ? Self.quiet : -1
    guard try check("poll", { unsafe poll(&waiting, count, wait) }) > 0 else {
      makeSpare()
      return true
    }
    for (place, (process, watch)) in listed.enumerated() where waiting[place + 2].revents != 0 {
      kill(process, SIGKILL)
      // A stop is answered by the child's end; from a closed watch nothing more will come.
      if waiting[place + 2].revents & Int16(POLLHUP) != 0 || !watch.isHeard() {
        watch.channel = nil
      }
    }
    if waiting[0].revents != 0 { try bury(deaths) }
    guard waiting[1].revents != 0 else { return true }
    guard waiting[1].revents & Int16(POLLIN) != 0 else {
      endAll()
      return false
    }
    do {
      guard let received = try channel.receive() else {
        endAll()
        return false
      }
      start(received)
    } catch is Channel.Garbled {
      // No order, or one whose descriptors found no room: whoever sent it sees the watch closed.
    }
    return true
  }

  private mutating func start(_ received: Channel.Received) {
    guard received.message.kind == .start,
      let limits = ChildLimits(payload: received.message.payload),
      received.descriptors.count == 2, let theirs = received.descriptors.takeFirst(),
      let watching = received.descriptors.takeFirst()
    else { return }
    let watch = Watch(Channel(watching))
    wantsSpare = true
    var failure = EAGAIN
    // A spare may have been ended by somebody; a fresh one most likely is not.
    for _ in 0..<2 {
      do throws(SystemError) {
        let child = try takeSpare()
        let process = child.process
        try child.take(limits, theirs.number)
        children[process] = watch
        watch.tell(Message(.started, UInt32(process).littleEndianBytes))
        return
      } catch {
        failure = error.number
      }
    }
    watch.tell(Message(.ended, Ending.notStarted(failure).payload))
  }

  /// Milliseconds without an event after which a spare is made: whoever waits for a child that was just
  /// begun needs the processors more.
  private static let quiet: Int32 = 5

  private var lacksSpare: Bool { keepsSpare && wantsSpare && spare == nil }

  private mutating func makeSpare() {
    wantsSpare = false
    // Where the machine has no room for one, the next order is told so if that lasts.
    spare = try? Spare.make(layers: layers, work: work, settle: settle)
  }

  /// The spare, or one that is made now and has no time to settle.
  private mutating func takeSpare() throws(SystemError) -> Spare {
    if let spare = spare.take() { return spare }
    return try Spare.make(layers: layers, work: work) {}
  }

  /// Takes the ends of children that have died.
  private mutating func bury(_ deaths: borrowing Descriptor) throws {
    var told = signalfd_siginfo()
    // Fills one value; several deaths may be told as one.
    _ = unsafe read(deaths.number, &told, MemoryLayout<signalfd_siginfo>.size)
    while true {
      var status: Int32 = 0
      // Fills a local number.
      let process = unsafe waitpid(-1, &status, WNOHANG)
      guard process > 0 else { return }
      if spare?.process == process { spare = nil }
      children.removeValue(forKey: process)?.tell(
        Message(.ended, Ending(status: status).payload))
    }
  }

  private mutating func endAll() {
    var processes = Array(children.keys)
    if let process = spare?.process { processes.append(process) }
    for process in processes { kill(process, SIGKILL) }
    for process in processes {
      var status: Int32 = 0
      // Fills a local number; each was killed, so none is waited for in vain.
      while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
    }
    children = [:]
    spare = nil
  }

  /// Ignores what a terminal sends to all, since the asker decides; deaths come as a descriptor, and
  /// no other signal is blocked, whatever the asker had blocked.
  private static func signals() throws(SystemError) -> Descriptor {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE] { signal(number, SIG_IGN) }
    // Where the asker ignored it, nobody would be told of a death, and numbers would be used again.
    signal(SIGCHLD, SIG_DFL)
    var set = sigset_t()
    // The calls change local values only.
    _ = unsafe sigemptyset(&set)
    _ = unsafe sigaddset(&set, SIGCHLD)
    try check("sigprocmask") { unsafe sigprocmask(SIG_SETMASK, &set, nil) }
    return Descriptor(
      owning: try check("signalfd") { unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC)) })
  }
}
