internal import Synchronization

/// Has a source of events asked again; many calls before it is make one message.
final class Wake: Sendable {
  private let mailbox: Mailbox
  private let connection: UInt64
  private let request: Int
  private let isPosted = Atomic(false)

  init(_ mailbox: Mailbox, connection: UInt64, request: Int) {
    self.mailbox = mailbox
    self.connection = connection
    self.request = request
  }

  func callAsFunction() {
    guard !isPosted.exchange(true, ordering: .acquiringAndReleasing) else { return }
    mailbox.post(.wake(connection: connection, request: request))
  }

  /// The message is here, and the source is asked after this.
  func isHeard() { isPosted.store(false, ordering: .sequentiallyConsistent) }
}
