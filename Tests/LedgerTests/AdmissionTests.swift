internal import Foundation
internal import Ledger
internal import Rules
internal import Testing

/// The contract: what becomes of an upload.
@Suite struct AdmissionTests {
  @Test(arguments: LedgerKind.allCases)
  func `a clip is read back as it was admitted`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let settings = JobSettings(
      policy: Policy(maxDuration: .milliseconds(4200), profile: .high, requireAudio: true),
      trim: Trim(from: .milliseconds(300), end: .tail(.milliseconds(500)), fit: true),
      posterAt: .at(.milliseconds(1500)))
    let admission = try Admission.example(
      5, settings: settings, labels: Labels(filename: "a.mov", contentType: "video/mp4"))
    let clip = try ledger.admitted(admission)
    #expect(clip.id == admission.clip)
    #expect(clip.job.id == admission.job)
    #expect(clip.job.content == admission.content)
    #expect(clip.job.settings == settings)
    #expect(clip.job.byteCount == 1000)
    #expect(clip.job.state == .queued)
    #expect(clip.job.attempt == 0)
    #expect(clip.job.progress == 0)
    #expect(clip.job.outcome == nil)
    #expect(clip.labels == admission.labels)
    #expect(clip.verdict == .accepting)
    #expect(clip.status == .queued)
    #expect(try ledger.clip(clip.id) == clip)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a clip is created now`(_ kind: LedgerKind) throws {
    let clip = try kind.fixture().ledger.admitted(.example())
    #expect(abs(clip.created.timeIntervalSinceNow) < 60)
  }

  @Test(
    arguments: LedgerKind.allCases,
    ["", "a\0b", "'; DROP TABLE clips; --", "Zoë 🎬 \u{202e}gpj.exe", "\r\nSet-Cookie: a=b"])
  func `labels are kept whatever they hold`(_ kind: LedgerKind, text: String) throws {
    let ledger = try kind.fixture().ledger
    let labels = Labels(filename: text, contentType: text)
    let clip = try ledger.admitted(.example(labels: labels))
    #expect(try ledger.clip(clip.id)?.labels == labels)
  }

  @Test(arguments: LedgerKind.allCases)
  func `what nobody admitted is not there`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    try ledger.admitted(.example())
    #expect(try ledger.clip(UUID()) == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a post whose id is in use leaves neither clip nor job nor key`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let post = NewPost.example()
    try ledger.insert(post)
    let admission = try Admission.example(key: "key", post: post)
    #expect(code { () throws(LedgerError) in _ = try ledger.admit(admission) } == .taken)
    #expect(try ledger.clipIDs() == [])
    #expect(try ledger.standing(ofJob: admission.job) == nil)
    #expect(try ledger.answer(to: #require(admission.key)) == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a clip whose id is in use is refused, and the first stays`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.admitted(.example(1))
    var second = try Admission.example(2)
    second.clip = first.id
    #expect(code { () throws(LedgerError) in _ = try ledger.admit(second) } == .taken)
    #expect(try ledger.clips(limit: 9, after: nil) == [first])
    #expect(try ledger.standing(ofJob: second.job) == nil)
  }

  // The same bytes with the same settings.

  @Test(arguments: LedgerKind.allCases)
  func `a job that waits or is at work is joined`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.admitted(.example())
    let second = try ledger.admitted(.example())
    #expect(second.job == first.job)
    _ = try ledger.claim(worker: "a")
    let third = try ledger.admitted(.example())
    #expect(third.job.id == first.job.id)
    #expect(third.status == .processing)
    #expect(try ledger.claim(worker: "b") == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a clip that joins what is made is ready at once`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.made(.example())
    let second = try ledger.admitted(.example())
    #expect(second.job == first.job)
    #expect(second.status == .ready)
    #expect(second.id != first.id)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a clip that joins what did not pass has failed at once`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.made(.example(), .refusal)
    let second = try ledger.admitted(.example())
    #expect(second.job == first.job)
    #expect(second.status == .failed)
  }

  @Test("a job that failed by our fault is not joined", arguments: LedgerKind.allCases)
  func triedAnew(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.made(.example(), .failure)
    let second = try ledger.admitted(.example())
    #expect(second.job.id != first.job.id)
    #expect(second.status == .queued)
    #expect(try ledger.claim(worker: "a")?.job == second.job.id)
  }

  @Test(
    arguments: LedgerKind.allCases,
    [
      JobSettings(policy: Policy(profile: .medium)),
      JobSettings(policy: Policy(tolerance: .zero)),
      JobSettings(policy: Policy(allowedContainers: [.mp4])),
      JobSettings(policy: Policy(), trim: Trim(fit: true)),
      JobSettings(policy: Policy(), posterAt: .first),
    ])
  func `other settings are another job`(_ kind: LedgerKind, settings: JobSettings) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.admitted(.example())
    #expect(try ledger.admitted(.example(settings: settings)).job.id != first.job.id)
  }

  @Test(arguments: LedgerKind.allCases)
  func `other bytes are another job`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.admitted(.example(1))
    #expect(try ledger.admitted(.example(2)).job.id != first.job.id)
  }

  @Test(arguments: LedgerKind.allCases)
  func `of many who bring the same movie at once all have one job`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let admissions = try (0..<20).map { _ in try Admission.example() }
    atOnce(20) { number in _ = try? ledger.admit(admissions[number]) }
    let clips = try ledger.clips(limit: 99, after: nil)
    #expect(clips.count == 20)
    #expect(Set(clips.map(\.job.id)).count == 1)
  }
}
