internal import CLinux
internal import Glibc

/// One end of a pair of sockets over which whole messages and descriptors go (SOCK_SEQPACKET).
package struct Channel: ~Copyable {
  let socket: Descriptor

  /// What one call received.
  struct Received {
    var message: Message
    var descriptors: Passed
  }

  /// Descriptors that came with a message; those that nobody takes are closed.
  final class Passed {
    private var numbers: [Int32]

    init(_ numbers: [Int32]) { self.numbers = numbers }

    deinit { for number in numbers { close(number) } }

    var count: Int { numbers.count }
    /// The descriptors' numbers, in the sender's order; they stay this value's.
    var all: [Int32] { numbers }

    /// Gives up a descriptor to the caller.
    func takeFirst() -> Descriptor? {
      numbers.isEmpty ? nil : Descriptor(owning: numbers.removeFirst())
    }
  }

  /// What is wrong with what the other side sent.
  struct Garbled: Error {}

  init(_ socket: consuming Descriptor) { self.socket = socket }

  /// Takes over one end of a pair that was made elsewhere.
  package init(owning number: Int32) { socket = Descriptor(owning: number) }

  /// Both ends of a new pair, closed by `exec`.
  struct Pair: ~Copyable {
    var near: Channel
    var far: Channel

    init() throws(SystemError) {
      var ends: [Int32] = [-1, -1]
      // `socketpair` fills two numbers.
      try check("socketpair") {
        unsafe socketpair(
          AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
      }
      near = Channel(owning: ends[0])
      far = Channel(owning: ends[1])
    }
  }

  /// Sends one message; the descriptors stay the caller's.
  ///
  /// - Parameter waits: whether to wait for room where the other side does not read: a child may, whose
  ///   asker has a deadline for it, and who orders from the fork server, which reads when it has room.
  func send(
    _ message: Message, descriptors: [Int32] = [], waits: Bool = false
  ) throws(SystemError) {
    let bytes = message.bytes
    while true {
      // Both arrays are lent for the call.
      let sent = unsafe clinux_send(
        socket.number, bytes, bytes.count, descriptors, descriptors.count, waits ? 1 : 0)
      if sent >= 0 { return }
      guard errno == EINTR else { throw SystemError("sendmsg") }
    }
  }

  /// Whether something is there to receive, be it the end, by then; waits at least a millisecond.
  func hasMessage(within time: Duration) -> Bool {
    var waiting = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(
      clamping: time / .milliseconds(1) < 1 ? 1 : Int(time / .milliseconds(1)))
    // Looks at one local value.
    return unsafe poll(&waiting, 1, milliseconds) > 0
  }

  /// Waits for one message; nil where the other side has closed its end.
  ///
  /// - Throws: `Garbled` for what is no message, `SystemError` where the socket fails.
  func receive() throws -> Received? {
    // A few bytes more than the longest message, so that a longer one shows.
    let capacity = Message.headLength + Message.longestPayload + 1
    var numbers = [Int32](repeating: -1, count: 8)
    var count = 0
    var whole: Int32 = 0
    var failure: Int32 = 0
    let socket = socket.number
    // `recvmsg` fills at most the capacity and eight numbers.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
      var got = -1
      repeat {
        got = unsafe clinux_receive(
          socket, buffer.baseAddress, buffer.count, &numbers, &count, &whole)
      } while got < 0 && errno == EINTR
      failure = got < 0 ? errno : 0
      filled = max(0, got)
    }
    if failure == ECONNRESET { return nil }
    guard failure == 0 else { throw SystemError("recvmsg", failure) }
    let descriptors = Passed(Array(numbers.prefix(count)))
    if bytes.isEmpty { return nil }
    guard whole != 0, let message = Message(bytes: bytes[...]) else { throw Garbled() }
    return Received(message: message, descriptors: descriptors)
  }
}
