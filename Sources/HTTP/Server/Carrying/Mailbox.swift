internal import CLinux
internal import Glibc
internal import Synchronization

/// Messages for a loop, and the descriptor that wakes it.
final class Mailbox: Sendable {
  private struct Content {
    var messages: [Message] = []
    var isClosed = false
  }

  /// Readable when there are messages (`eventfd(2)`).
  let bell: Int32
  private let content = Mutex(Content())

  init() throws(ServerError) {
    bell = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    guard bell >= 0 else { throw ServerError("eventfd", errno: errno) }
  }

  deinit { close(bell) }

  /// Leaves a message; what nobody will read is given up.
  func post(_ message: Message) {
    let (isTaken, isFirst) = content.withLock { content in
      if content.isClosed { return (false, false) }
      content.messages.append(message)
      return (true, content.messages.count == 1)
    }
    if !isTaken { Self.giveUp(message) }
    // A full counter is readable already.
    if isFirst { _ = eventfd_write(bell, 1) }
  }

  /// Takes all messages out, in their order.
  func collect() -> [Message] {
    var count: eventfd_t = 0
    // The count says nothing; reading it makes the bell silent.
    _ = unsafe eventfd_read(bell, &count)
    return content.withLock { content in
      let messages = content.messages
      content.messages = []
      return messages
    }
  }

  /// Nobody reads any more.
  func shut() {
    let rest = content.withLock { content in
      content.isClosed = true
      let messages = content.messages
      content.messages = []
      return messages
    }
    for message in rest { Self.giveUp(message) }
  }

  private static func giveUp(_ message: Message) {
    switch message {
    case .adopt(let newcomer): close(newcomer.descriptor)
    case .answer(let response?, _, _): response.giveUp()
    case .answer, .wake, .stop: break
    }
  }
}
