internal import Foundation
internal import Ledger
internal import Rules
internal import Synchronization
internal import TestSupport
internal import Testing
internal import Webhooks

/// A ledger with messages to send, and senders of them.
final class Outbox: Sendable {
  let ledger: any Ledger
  let folder: ScratchFolder
  private let heard = Mutex<[WebhookNews]>([])

  /// - Parameter clips: how many clips are ready, a message each.
  init(clips: Int = 1, lease: Duration = .seconds(30)) throws {
    folder = try ScratchFolder()
    ledger = try SQLiteLedger(
      at: folder.file("ledger"),
      settings: LedgerSettings(deliveryLease: lease, deliversWebhooks: true))
    for number in 0..<clips { try ready(number) }
  }

  /// Has one more clip ready.
  @discardableResult
  func ready(_ number: Int) throws -> UUID {
    let digits = String(number, radix: 16)
    let digest = try #require(Digest(String(repeating: "0", count: 64 - digits.count) + digits))
    let verdict = Verdict(name: "clip.mov", reasons: [], warnings: [], facts: nil)
    let clip = UUID()
    _ = try ledger.admit(
      Admission(
        clip: clip, job: UUID(), content: digest, byteCount: 1000,
        settings: JobSettings(policy: Policy()), verdict: verdict,
        labels: Labels(filename: "Über \(number).mov"), key: nil, post: nil))
    let claim = try #require(try ledger.claim(worker: "worker"))
    let object = Outputs.Object(byteCount: 7, sha256: digest)
    let report = Report(
      verdict: verdict, plan: nil, output: nil, poster: nil,
      timing: Timing(wall: .seconds(2), cpu: .seconds(1)))
    try #require(try ledger.finish(claim, .done(report, Outputs(movie: object, poster: object))))
    return clip
  }

  /// Begins to send, with waits that a test can wait for.
  func sender(
    to url: String, name: String = "sender", waits: [Duration] = [.milliseconds(10)],
    patience: Courier.Patience = Courier.Patience(connect: .seconds(5), whole: .seconds(10)),
    ledger: (any Ledger)? = nil
  ) throws -> Sender {
    let sender = Sender(
      ledger: ledger ?? self.ledger, name: name,
      secrets: try #require(WebhookSecret.list(WebhookVerifier.secret)),
      courier: try #require(Courier(to: url, agent: "Clipgate", patience: patience)),
      schedule: Schedule(waits: waits, jitter: 0), now: { Date() }, chance: { 0 },
      told: { [self] news in heard.withLock { $0.append(news) } })
    sender.start(base: "https://clips.example.com")
    return sender
  }

  /// What senders told so far.
  var news: [WebhookNews] { heard.withLock { $0 } }

  /// Waits until senders told something.
  func wait(within seconds: Double = 20, _ isWanted: ([WebhookNews]) -> Bool) throws {
    let end = ContinuousClock().now + .seconds(seconds)
    while ContinuousClock().now < end {
      if isWanted(news) { return }
      usleep(10_000)
    }
    throw ProgramError.notFound("news; there was \(news)")
  }

  /// Waits until as many messages are acknowledged or given up.
  func waitForEnds(_ count: Int = 1) throws {
    try wait { $0.count(where: \.isEnd) >= count }
  }
}

extension WebhookNews {
  var isEnd: Bool {
    switch self {
    case .acknowledged, .givenUp: true
    default: false
    }
  }

  /// Why it was postponed or given up.
  var reason: String? {
    switch self {
    case .postponed(_, let why, _), .givenUp(_, let why): why
    default: nil
    }
  }
}

extension Sender {
  /// Ends it, and what is being sent after a while.
  func end(within time: Duration = .seconds(5)) { end(until: SuspendingClock().now + time) }
}
