internal import Rules

/// What one stage may use of time and packets, counted as it goes.
struct Budget {
  /// Packets are read on past the limit up to this multiple of it, so that the facts are whole.
  private static let grace = 4

  /// The most packets that are read at all.
  static func mostPackets(_ policy: Policy) -> Int {
    let (most, overflow) = policy.maxPackets.multipliedReportingOverflow(by: grace)
    return overflow ? .max : most
  }

  private let maxPackets: Int
  private let mostPackets: Int
  private let deadline: Duration
  private let interruption: Interruption
  private(set) var packets = 0

  init(policy: Policy, interruption: Interruption) {
    maxPackets = policy.maxPackets
    mostPackets = Self.mostPackets(policy)
    deadline = Clock.thread + .seconds(policy.maxCPUSeconds)
    self.interruption = interruption
  }

  /// Why the stage must end now.
  enum Stop: Error {
    case tooManyPackets
    case tookTooLong
    case interrupted
  }

  /// Counts a packet, and looks at the clock.
  mutating func countPacket() throws(Stop) {
    packets += 1
    if packets > mostPackets { throw .tooManyPackets }
    try check()
  }

  /// Begins to count anew, for one more reading of the same packets; the time goes on.
  mutating func startOver() { packets = 0 }

  func check() throws(Stop) {
    if interruption.isInterrupted { throw .interrupted }
    if Clock.thread > deadline { throw .tookTooLong }
  }

  /// Whether more packets were read than the policy allows.
  var isOverPackets: Bool { packets > maxPackets }
}
