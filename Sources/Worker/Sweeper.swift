internal import Foundation
package import Ledger
package import Storage
internal import Threads

/// Removes what nobody needs, and takes over from processes that died.
///
/// `@unchecked`: everything that changes is behind `condition`.
package final class Sweeper: @unchecked Sendable {
  private let ledger: any Ledger
  private let store: any ObjectStore
  private let presence: Presence
  private let keepsOriginals: Bool
  private let told: @Sendable (WorkerNews) -> Void
  private let condition = Condition()
  private var isOver = false
  private var isRunning = false

  /// How long a dead process goes unnoticed.
  private static let interval = Duration.seconds(1)
  /// How many of those between one sweep of the ledger and the next, and one of the store at most; that
  /// is swept after a process has died, and else now and then.
  private static let rounds = 60
  private static let storeRounds = 3600
  /// An object is there before its row is, and a staged file before it is an object; what is younger
  /// may yet get one. What has a row goes by that at once.
  private static let grace = 3600.0
  /// A file that nobody has open is left over; only its maker's first moment counts for it.
  private static let leftoverGrace = 60.0

  package init(
    ledger: any Ledger, store: any ObjectStore, presence: Presence, keepsOriginals: Bool,
    told: @escaping @Sendable (WorkerNews) -> Void
  ) {
    self.ledger = ledger
    self.store = store
    self.presence = presence
    self.keepsOriginals = keepsOriginals
    self.told = told
  }

  /// Looks once, and then again and again on a thread of its own.
  package func start() {
    takeOver()
    condition.withLock { isRunning = true }
    let thread = Thread { [self] in run() }
    thread.name = "sweeper"
    thread.start()
  }

  /// Ends, when a sweep at work is done.
  package func end() {
    condition.withLock {
      isOver = true
      condition.broadcast()
      while isRunning { condition.wait() }
    }
  }

  private func run() {
    var round = 0
    var isStoreDue = true
    while !condition.withLock({ isOver }) {
      if round % Self.rounds == 0 {
        sweepLedger()
        if isStoreDue || round % Self.storeRounds == 0 { sweepStore() }
        isStoreDue = false
      }
      round += 1
      condition.withLock {
        if !isOver { condition.wait(for: Self.interval) }
      }
      if takeOver() { isStoreDue = true }
    }
    condition.withLock {
      isRunning = false
      condition.broadcast()
    }
  }

  /// Ends the leases of processes that are gone, so that nobody waits for them to run out.
  ///
  /// - Returns: whether there was one, which may have left objects behind.
  @discardableResult
  private func takeOver() -> Bool {
    let names = presence.dead()
    for name in names {
      do throws(LedgerError) {
        let count = try ledger.expireLeases(of: name)
        presence.bury(name)
        if count > 0 { told(.foundDead(jobs: count)) }
      } catch {
        told(.ledgerFailed(error))
      }
    }
    return !names.isEmpty
  }

  /// Ends what is over by its time.
  private func sweepLedger() {
    do throws(LedgerError) {
      let swept = try ledger.sweep()
      if !keepsOriginals {
        for job in swept.failedJobs { try? store.delete(ObjectKey(job: job, kind: .received)) }
      }
      for post in swept.postsWithImages { try? store.delete(ObjectKey(job: post, kind: .image)) }
    } catch {
      told(.ledgerFailed(error))
    }
  }

  /// Removes what no row names, which takes a look at every object.
  private func sweepStore() {
    do throws(StorageError) {
      var objects = 0
      var rowless: Set<ObjectKey> = []
      for key in try store.keys(committedBefore: .distantFuture) {
        // Who ends the service does not wait for the rest.
        if condition.withLock({ isOver }) { return }
        switch use(of: key) {
        case .somebodys: continue
        case .rowless: rowless.insert(key)
        case .over:
          try store.delete(key)
          objects += 1
        }
      }
      // Few have no row; only for those does it matter when they came.
      if !rowless.isEmpty {
        let limit = Date(timeIntervalSinceNow: -Self.grace)
        for key in try store.keys(committedBefore: limit) where rowless.contains(key) {
          try store.delete(key)
          objects += 1
        }
      }
      let leftovers = try store.removeLeftovers(
        writtenBefore: Date(timeIntervalSinceNow: -Self.leftoverGrace))
      if objects + leftovers > 0 { told(.swept(objects: objects, leftovers: leftovers)) }
    } catch {
      told(.sweepFailed(error))
    }
  }

  /// What an object is to the ledger.
  private enum Use {
    case somebodys
    /// No row names it; it may be about to get one.
    case rowless
    /// Its row says that nobody needs it any more.
    case over
  }

  /// What an object is to the ledger; while that can't be asked, all are somebody's.
  private func use(of key: ObjectKey) -> Use {
    do throws(LedgerError) {
      if key.kind == .image { return try ledger.hasPost(key.job) ? .somebodys : .rowless }
      guard let standing = try ledger.standing(ofJob: key.job) else { return .rowless }
      switch key.kind {
      case .image: return .somebodys
      case .received: return standing.state.isEnd && !keepsOriginals ? .over : .somebodys
      case .movie(let attempt), .poster(let attempt):
        let isOver =
          attempt < standing.attempt
          || (standing.state.isEnd && (standing.state != .done || attempt != standing.attempt))
        return isOver ? .over : .somebodys
      }
    } catch {
      told(.ledgerFailed(error))
      return .somebodys
    }
  }
}
