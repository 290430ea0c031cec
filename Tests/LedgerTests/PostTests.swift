internal import Foundation
internal import Ledger
internal import Testing

/// The contract: the posts of the Chatter app.
@Suite struct PostTests {
  @Test(arguments: LedgerKind.allCases)
  func `a post without a clip is listed at once, as it was posted`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let post = NewPost(id: UUID(), username: "Zoë\0", message: "'quoted' 🎬", hasImage: true)
    try ledger.insert(post)
    let listed = try #require(try ledger.posts(limit: 9).first)
    #expect(listed.id == post.id)
    #expect(listed.username == post.username)
    #expect(listed.message == post.message)
    #expect(listed.hasImage)
    #expect(listed.clip == nil)
    #expect(abs(listed.created.timeIntervalSinceNow) < 60)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a name and a message that are absent stay absent`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    try ledger.insert(NewPost(id: UUID(), username: nil, message: nil))
    let listed = try #require(try ledger.posts(limit: 9).first)
    #expect(listed.username == nil)
    #expect(listed.message == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a post with a clip is listed once the clip is ready`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.admitted(.example(post: .example()))
    #expect(try ledger.posts(limit: 9) == [])
    let claim = try #require(try ledger.claim(worker: "a"))
    #expect(try ledger.posts(limit: 9) == [])
    #expect(try ledger.finish(claim, .success()))
    #expect(try ledger.posts(limit: 9).map(\.clip) == [clip.id])
  }

  @Test(arguments: LedgerKind.allCases, [JobOutcome.refusal, .failure])
  func `a post whose clip failed is never listed`(_ kind: LedgerKind, outcome: JobOutcome) throws {
    let ledger = try kind.fixture().ledger
    try ledger.made(.example(post: .example()), outcome)
    #expect(try ledger.posts(limit: 9) == [])
  }

  @Test(arguments: LedgerKind.allCases)
  func `the newest posts are listed, newest last`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    for number in 1...5 { try ledger.insert(.example("\(number)")) }
    #expect(try ledger.posts(limit: 99).map(\.message) == ["1", "2", "3", "4", "5"])
    #expect(try ledger.posts(limit: 2).map(\.message) == ["4", "5"])
  }

  @Test(arguments: LedgerKind.allCases)
  func `posts that wait take no place in the list`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    try ledger.insert(.example("a"))
    try ledger.insert(.example("b"))
    try ledger.admitted(.example(post: .example("waits")))
    #expect(try ledger.posts(limit: 2).map(\.message) == ["a", "b"])
  }

  @Test(arguments: LedgerKind.allCases)
  func `two posts may have one movie`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.made(.example(post: .example("1")))
    let second = try ledger.admitted(.example(post: .example("2")))
    #expect(try ledger.posts(limit: 9).map(\.clip) == [first.id, second.id])
  }

  @Test(arguments: LedgerKind.allCases)
  func `a post whose id is in use is refused`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let post = NewPost.example()
    try ledger.insert(post)
    #expect(code { () throws(LedgerError) in try ledger.insert(post) } == .taken)
    #expect(try ledger.posts(limit: 9).count == 1)
  }
}
