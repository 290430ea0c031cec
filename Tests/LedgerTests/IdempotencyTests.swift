internal import Foundation
internal import Ledger
internal import Synchronization
internal import Testing

/// The contract: a repeat of an upload gets the first answer.
@Suite struct IdempotencyTests {
  private let refusal = Refusal(status: 422, verdict: .refusing)

  private func key(_ text: String, _ content: Int) throws -> IdempotencyKey {
    IdempotencyKey(text: text, fingerprint: try .example(content))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a repeat gets the first clip, as it is now`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.made(.example(key: "a"))
    #expect(try ledger.admit(.example(key: "a")) == .repeated(first))
    #expect(try ledger.answer(to: key("a", 1)) == .repeated(first))
    #expect(try ledger.clipIDs() == [first.id])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a repeat inserts no second post`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    try ledger.made(.example(key: "a", post: .example("first")))
    _ = try ledger.admit(.example(key: "a", post: .example("second")))
    #expect(try ledger.posts(limit: 9).map(\.message) == ["first"])
  }

  @Test(arguments: LedgerKind.allCases)
  func `the same key with another movie is a conflict, and changes nothing`(
    _ kind: LedgerKind
  ) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.admitted(.example(1, key: "a"))
    #expect(try ledger.admit(.example(2, key: "a")) == .conflict)
    #expect(try ledger.refuse(refusal, under: key("a", 2)) == .conflict)
    #expect(try ledger.answer(to: key("a", 2)) == .conflict)
    #expect(try ledger.clips(limit: 9, after: nil) == [first])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a repeat of a refused upload is refused the same`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    #expect(try ledger.refuse(refusal, under: key("a", 1)) == .refused(refusal))
    let other = Refusal(status: 413, verdict: .accepting)
    #expect(try ledger.refuse(other, under: key("a", 1)) == .refused(refusal))
    #expect(try ledger.admit(.example(1, key: "a")) == .refused(refusal))
    #expect(try ledger.answer(to: key("a", 1)) == .refused(refusal))
    #expect(try ledger.clipIDs() == [])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a refused upload's key with another movie is a conflict`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    _ = try ledger.refuse(refusal, under: key("a", 1))
    #expect(try ledger.admit(.example(2, key: "a")) == .conflict)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a refusal does not undo a clip`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.admitted(.example(1, key: "a"))
    #expect(try ledger.refuse(refusal, under: key("a", 1)) == .repeated(first))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a key that was never used has no answer`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    try ledger.admitted(.example(key: "a"))
    #expect(try ledger.answer(to: key("b", 1)) == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `two keys for the same movie are two clips of one job`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.admitted(.example(key: "a"))
    let second = try ledger.admitted(.example(key: "b"))
    #expect(second.id != first.id)
    #expect(second.job.id == first.job.id)
  }

  @Test(.timeLimit(.minutes(1)), arguments: LedgerKind.allCases)
  func `of fifty at once with one key one is admitted, and all get its clip`(
    _ kind: LedgerKind
  ) throws {
    let fixture = try kind.fixture()
    let ledgers = [fixture.ledger, try fixture.another()]
    let admissions = try (0..<50).map { _ in try Admission.example(key: "a", post: .example()) }
    let answers = Mutex<[Admission.Answer?]>([])
    atOnce(50) { number in
      let answer = try? ledgers[number % 2].admit(admissions[number])
      answers.withLock { $0.append(answer) }
    }
    let clip = try #require(try fixture.ledger.clips(limit: 9, after: nil).first)
    let all = answers.withLock { $0 }
    #expect(all.count { $0 == .admitted(clip) } == 1)
    #expect(all.count { $0 == .repeated(clip) } == 49)
    #expect(try fixture.ledger.clipIDs() == [clip.id])
    #expect(admissions.count { (try? fixture.ledger.hasPost($0.post?.id ?? UUID())) == true } == 1)
  }

  @Test(arguments: LedgerKind.allCases)
  func `with its clip a key is gone`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.admitted(.example(key: "a"))
    _ = try ledger.delete(clip: clip.id)
    #expect(try ledger.answer(to: key("a", 1)) == nil)
    #expect(try ledger.admitted(.example(2, key: "a")).id != clip.id)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a sweep removes keys that are old enough, and no clip`(_ kind: LedgerKind) throws {
    let fixture = try kind.fixture()
    let clip = try fixture.ledger.admitted(.example(1, key: "a"))
    _ = try fixture.ledger.refuse(refusal, under: key("b", 2))
    #expect(try fixture.ledger.sweep().keys == 0)
    #expect(try fixture.another(LedgerSettings(keyLifetime: .zero)).sweep().keys == 2)
    #expect(try fixture.ledger.answer(to: key("a", 1)) == nil)
    #expect(try fixture.ledger.answer(to: key("b", 2)) == nil)
    #expect(try fixture.ledger.clipIDs() == [clip.id])
  }

  @Test(arguments: LedgerKind.allCases, ["", "a\0b", "🔑", String(repeating: "k", count: 10_000)])
  func `any text is a key`(_ kind: LedgerKind, text: String) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.admitted(.example(key: text))
    #expect(try ledger.answer(to: key(text, 1)) == .repeated(clip))
    #expect(try ledger.answer(to: key("\(text)b", 1)) == nil)
  }
}
