internal import Foundation
internal import Ledger
internal import Rules
internal import Testing

// Values that most tests of ledgers need.
extension Digest {
  /// The digest of a content that is named by a number.
  static func example(_ number: Int) throws -> Digest {
    let digits = String(number, radix: 16)
    return try #require(Digest(String(repeating: "0", count: 64 - digits.count) + digits))
  }
}

extension Verdict {
  static let accepting = Verdict(
    name: "clip.mov", reasons: [],
    warnings: [Warning(.location, message: "The movie says where it was taken.")], facts: nil)
  static let refusing = Verdict(
    name: "clip.mov",
    reasons: [Reason(.durationTooLong, observed: 7.21, limit: 5, message: "It is too long.")],
    warnings: [], facts: nil)
}

extension JobSettings {
  static let usual = JobSettings(policy: Policy())
}

extension Admission {
  /// A movie of which the bytes are named by a number.
  static func example(
    _ content: Int = 1, settings: JobSettings = .usual, labels: Labels = Labels(),
    key: String? = nil, post: NewPost? = nil
  ) throws -> Admission {
    let digest = try Digest.example(content)
    return Admission(
      clip: UUID(), job: UUID(), content: digest, byteCount: 1000, settings: settings,
      verdict: .accepting, labels: labels,
      key: key.map { IdempotencyKey(text: $0, fingerprint: digest) }, post: post)
  }
}

extension NewPost {
  static func example(_ message: String = "Hello", hasImage: Bool = false) -> NewPost {
    NewPost(id: UUID(), username: "someone", message: message, hasImage: hasImage)
  }
}

extension JobOutcome {
  static let refusal = JobOutcome.refused(.refusing)
  static let failure = JobOutcome.failed(reason: "The runner is missing.")

  /// Movie and poster of a size and a digest that are named by a number.
  static func success(_ number: Int = 7) throws -> JobOutcome {
    .done(
      Report(
        verdict: .accepting, plan: nil, output: nil, poster: nil,
        timing: Timing(wall: .seconds(2), cpu: .seconds(1))),
      Outputs(
        movie: Outputs.Object(byteCount: Int64(number), sha256: try .example(number)),
        poster: Outputs.Object(byteCount: 3, sha256: try .example(3))))
  }
}

extension Ledger {
  /// Admits a movie, which has to become a new clip.
  @discardableResult
  func admitted(_ admission: Admission) throws -> Clip {
    guard case .admitted(let clip) = try admit(admission) else {
      throw Unexpected.answer
    }
    return clip
  }

  /// Admits a movie and makes its job.
  @discardableResult
  func made(_ admission: Admission, _ outcome: JobOutcome? = nil) throws -> Clip {
    let clip = try admitted(admission)
    let claim = try #require(try claim(worker: "maker"))
    try #require(claim.job == clip.job.id)
    try #require(try finish(claim, try outcome ?? .success()))
    return try #require(try self.clip(clip.id))
  }

  /// The ids of all clips, newest first.
  func clipIDs() throws -> [UUID] { try clips(limit: .max, after: nil).map(\.id) }
}

enum Unexpected: Error {
  case answer
}

/// The code of what is thrown; nil where nothing is.
func code(_ body: () throws(LedgerError) -> Void) -> LedgerError.Code? {
  do throws(LedgerError) {
    try body()
    return nil
  } catch { return error.code }
}

/// Runs a body on as many threads, which start together.
func atOnce(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let start = DispatchSemaphore(value: 0)
  let end = DispatchGroup()
  for number in 0..<count {
    end.enter()
    Thread.detachNewThread {
      start.wait()
      body(number)
      end.leave()
    }
  }
  for _ in 0..<count { start.signal() }
  end.wait()
}
