internal import Foundation
internal import Ledger
internal import Testing

/// The contract: the list of clips, and how they go.
@Suite struct ClipTests {
  @Test(arguments: LedgerKind.allCases)
  func `the newest clip is listed first`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let clips = try (0..<5).map { try ledger.admitted(.example($0)) }
    #expect(try ledger.clips(limit: 99, after: nil) == clips.reversed())
    #expect(try ledger.clips(limit: 2, after: nil) == [clips[4], clips[3]])
  }

  @Test(arguments: LedgerKind.allCases, [0, -1, .min])
  func `a list of no length is empty`(_ kind: LedgerKind, limit: Int) throws {
    let ledger = try kind.fixture().ledger
    try ledger.admitted(.example(post: .example()))
    try ledger.insert(.example())
    #expect(try ledger.clips(limit: limit, after: nil) == [])
    #expect(try ledger.posts(limit: limit) == [])
    #expect(try ledger.deliveries(limit: limit) == [])
  }

  @Test(arguments: LedgerKind.allCases)
  func `pages have every clip once, while others are added and deleted`(
    _ kind: LedgerKind
  ) throws {
    let ledger = try kind.fixture().ledger
    let ids = try (0..<10).map { try ledger.admitted(.example($0)).id }
    var seen: [UUID] = []
    var cursor: ClipCursor?
    for number in 0..<9 {
      let page = try ledger.clips(limit: 3, after: cursor)
      guard let last = page.last else { break }
      seen += page.map(\.id)
      cursor = last.cursor
      try ledger.admitted(.example(100 + number))
      // The place stays, too, where what it was read from is gone.
      if number % 2 == 1 { _ = try ledger.delete(clip: last.id) }
    }
    #expect(seen == ids.reversed())
  }

  @Test(arguments: LedgerKind.allCases)
  func `a cursor is read back from its text`(_ kind: LedgerKind) throws {
    let cursor = try kind.fixture().ledger.admitted(.example()).cursor
    #expect(ClipCursor(cursor.description) == cursor)
  }

  @Test(arguments: ["", "0", "-1", "+1", "01", "1 ", "1a", "9223372036854775808", "١"])
  func `what is no cursor's text is none`(text: String) {
    #expect(ClipCursor(text) == nil)
  }

  // How clips go.

  @Test(arguments: LedgerKind.allCases)
  func `with its only clip a job is gone`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.made(.example())
    #expect(try ledger.delete(clip: clip.id)?.job == clip.job)
    #expect(try ledger.clip(clip.id) == nil)
    #expect(try ledger.standing(ofJob: clip.job.id) == nil)
    #expect(try ledger.delete(clip: clip.id) == nil)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a shared job stays as long as a clip has it`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.made(.example())
    let second = try ledger.admitted(.example())
    let deletion = try #require(try ledger.delete(clip: first.id))
    #expect(deletion.job == nil)
    #expect(try ledger.clip(second.id) == second)
    #expect(try ledger.delete(clip: second.id)?.job == second.job)
  }

  @Test(arguments: LedgerKind.allCases)
  func `a clip that is deleted at work takes the job from its worker`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let clip = try ledger.admitted(.example())
    let claim = try #require(try ledger.claim(worker: "a"))
    #expect(try ledger.delete(clip: clip.id)?.job?.attempt == 1)
    #expect(try !ledger.heartbeat(claim, progress: 0.5))
    #expect(try !ledger.finish(claim, .success()))
    #expect(try ledger.retry(claim, because: "a fault") == nil)
    #expect(try !ledger.release(claim))
  }

  @Test(arguments: LedgerKind.allCases)
  func `a movie that was deleted is made again when it comes again`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let first = try ledger.made(.example())
    _ = try ledger.delete(clip: first.id)
    let second = try ledger.admitted(.example())
    #expect(second.job.id != first.job.id)
    #expect(second.status == .queued)
  }

  @Test(arguments: LedgerKind.allCases)
  func `with a clip its posts go, and those with images are told`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let post = NewPost.example(hasImage: true)
    let plain = NewPost.example()
    let clip = try ledger.made(.example(1, post: post))
    let other = try ledger.made(.example(2, post: plain))
    #expect(try ledger.delete(clip: clip.id)?.postsWithImages == [post.id])
    #expect(try ledger.delete(clip: other.id)?.postsWithImages == [])
    #expect(try !ledger.hasPost(post.id))
    #expect(try ledger.posts(limit: 9) == [])
  }

  @Test(arguments: LedgerKind.allCases)
  func `who deletes at once deletes the job once`(_ kind: LedgerKind) throws {
    let ledger = try kind.fixture().ledger
    let clips = try (0..<8).map { _ in try ledger.admitted(.example()) }
    let results = Results<Deletion?>()
    atOnce(16) { number in
      if let deletion = try? ledger.delete(clip: clips[number % 8].id) { results.add(deletion) }
    }
    #expect(results.all.count { $0 != nil } == 8)
    #expect(results.all.count { $0?.job != nil } == 1)
  }
}
