internal import Addresses
internal import CLinux
internal import FoundationEssentials
internal import Glibc

/// One client's socket and the requests on it, one behind the other.
///
/// All of it happens on its loop's thread. While an answer is awaited or sent nothing is read, so that a
/// client that sends on costs no memory.
final class Connection {
  /// What the connection is at.
  enum Phase {
    /// A head is to come.
    case reading
    /// A body is to come.
    case receiving(any BodyReceiver, most: Int64)
    /// The whole request is there, and its answer not yet.
    case waiting
    /// The answer goes out.
    case sending
    /// All was said; what the client still sends is thrown away, so that no reset takes the answer from it.
    case lingering
    case closed
  }

  let number: UInt64
  let newcomer: Newcomer
  let transport: Transport
  unowned let loop: EventLoop
  var phase = Phase.reading
  var parser: RequestParser
  /// Bytes that were read and not yet parsed.
  var input: ArraySlice<UInt8> = []
  var outgoing = Outgoing()
  /// The request that is at work; nil between requests.
  var current: Current?
  /// How many requests there were, so that a late answer is not given to the next.
  var requests = 0
  /// When something has to have happened.
  var deadline: Instant? { didSet { if let deadline { loop.look(at: deadline) } } }
  /// Whether the client has ended its sending side.
  var isEnded = false
  /// Whether the connection ends behind the answer that goes out.
  var closes = false
  /// Whether the end of our side could not be told yet.
  var isEnding = false
  /// Bytes of the body in this span, and whether it is the first; or bytes thrown away.
  var spanBytes: Int64 = 0, isFirstSpan = true
  /// What epoll was told to look for.
  private var interest = (reads: true, writes: false)

  /// A request between its head and its answer's last byte.
  struct Current {
    let id: String
    let head: RequestHead?
    let start: Instant
    /// What was read of a head that is none, for the answer's decoration alone.
    var headSoFar: RequestHead?
    var received: Int64 = 0
    var status: Int?
    /// Whose share it takes; nil for whom there are no bounds.
    var client: IPAddress?
    /// Whether it counts as a connection of its client, who has none of its own to us.
    var isVisit = false
    /// What its body has while it comes; nil where none is counted.
    var place: BodyPlace?
    /// What has come of a body that has no place yet.
    var kept: [UInt8] = []
    weak var responder: Responder?
    var wake: Wake?
  }

  init(number: UInt64, _ newcomer: Newcomer, _ transport: Transport, loop: EventLoop) {
    self.number = number
    self.newcomer = newcomer
    self.transport = transport
    self.loop = loop
    parser = RequestParser(limits: loop.state.configuration.limits)
  }

  deinit { close(descriptor) }

  var descriptor: Int32 { newcomer.descriptor }

  var configuration: ServerConfiguration { loop.state.configuration }

  /// Does what can be done without waiting, as long as there is any.
  func drive() {
    while true {
      switch phase {
      case .reading, .receiving:
        // What TLS has already taken from the socket epoll does not see.
        guard parse() || transport.hasPending && take() else { return settle() }
      case .sending:
        guard send() else { return settle() }
      case .waiting, .lingering, .closed: return settle()
      }
    }
  }

  /// Keeps what was not parsed, and tells epoll what is waited for.
  func settle() {
    // Not the loop's buffer, which the next reading fills.
    input = input.isEmpty ? [] : ArraySlice(Array(input))
    let reads: Bool
    switch phase {
    case .reading, .receiving: reads = !isEnded
    case .lingering: reads = true
    case .waiting, .sending: reads = false
    case .closed: return
    }
    let wanted = transport.interest(reads: reads, writes: outgoing.isPending || isEnding)
    guard wanted != interest else { return }
    interest = wanted
    loop.watch(self, reads: wanted.reads, writes: wanted.writes)
  }

  /// The socket has room again.
  func becameWritable() {
    sendRest()
    if transport.readingAwaitsRoom { receive() }
  }

  /// The connection is gone, or is cut: everything that is told of it hears so.
  func lose(_ cause: Abandonment = .gone) {
    if case .receiving(let receiver, _) = phase { receiver.abandon(cause) }
    current?.responder?.clientIsGone()
    conclude(isWhole: false)
    shut(isOrderly: false)
  }

  /// Closes the socket, in good order as far as we are concerned.
  ///
  /// - Parameter isOrderly: false where something was cut, which no client may take for the whole.
  func shut(isOrderly: Bool = true) {
    if isOrderly { transport.sayEnd() }
    outgoing.giveUp()
    phase = .closed
    loop.forget(self)
  }

  /// The request is over.
  func conclude(isWhole: Bool) {
    guard let done = current else { return }
    stopCounting()
    if done.isVisit { loop.state.shares.give(.connection, done.client) }
    current = nil
    configuration.observe(
      Exchange(
        id: done.id, head: done.head, status: done.status, received: done.received,
        sent: outgoing.sent, duration: done.start.duration(to: .now), isWhole: isWhole))
  }

  /// The body does not come any more.
  func stopCounting() {
    guard let place = current?.place else { return }
    current?.place = nil
    current?.kept = []
    loop.state.endBody(place, current?.client)
  }

  /// A name for a request that nobody can guess or had before.
  static func newID() -> String { UUID().uuidString.lowercased() }
}
