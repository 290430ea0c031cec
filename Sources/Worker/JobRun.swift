internal import FoundationEssentials
internal import Ledger
internal import Rules
internal import Sandbox
internal import Storage
internal import Synchronization

/// One attempt at one job.
///
/// What it writes bears the attempt's number, and nothing of it counts before the ledger says so in
/// the same step in which it looks whether the job is still this worker's.
struct JobRun {
  private let claim: Claim
  private let rooms: Workers.Rooms
  private let keepsOriginals: Bool
  private let beat: Heartbeat

  /// Why there is nothing to finish.
  private enum Obstacle: Error {
    /// A fault of ours, which another attempt may not meet.
    case fault(String)
    /// The machine lacks room, descriptors or processes: nothing that counts against the job.
    case want(String)
    /// One that every attempt would meet.
    case hopeless(String)
    /// The work was stopped.
    case stopped
  }

  init(
    _ claim: Claim, rooms: Workers.Rooms, keepsOriginals: Bool,
    isHandedBack: @escaping @Sendable () -> Bool
  ) {
    self.claim = claim
    self.rooms = rooms
    self.keepsOriginals = keepsOriginals
    beat = Heartbeat(claim, ledger: rooms.ledger, isHandedBack: isHandedBack)
  }

  /// Does the job, and writes down how it ended.
  func perform() -> JobEnding {
    do throws(Obstacle) {
      let (report, outputs) = try made()
      guard let outputs else {
        let verdict = Verdict(
          name: report.name, reasons: report.reasons, warnings: report.warnings,
          facts: report.facts)
        return finished(.refused(verdict), .refused(report.reasons.map(\.code)))
      }
      return finished(.done(report, outputs), .done(report))
    } catch {
      return given(error)
    }
  }

  /// Has the movie made, and stores it; without outputs where it is refused.
  private func made() throws(Obstacle) -> (Report, Outputs?) {
    let received = try opened()
    let movie = try staged()
    let poster = try staged()
    let work = ConfinedWork(
      runner: rooms.runner, forgiveness: .ofJobs,
      isCancelled: beat.callAsFunction, ended: rooms.childEnded)
    let report: Report
    do throws(WorkFailure) {
      report = try work.process(
        received.descriptor, name: claim.filename ?? "", output: movie.descriptor,
        poster: poster.descriptor, policy: claim.settings.policy, trim: claim.settings.trim,
        posterTime: claim.settings.posterAt, progress: beat.note)
    } catch {
      throw Self.obstacle(error)
    }
    guard report.accepted else { return (report, nil) }
    let made = try digest(of: movie.descriptor)
    guard made.sha256.description == report.output?.sha256 else {
      throw .fault("the output is not what was verified")
    }
    let outputs = Outputs(movie: made, poster: try digest(of: poster.descriptor))
    do throws(StorageError) {
      try rooms.store.commit(movie, as: key(.movie(attempt: claim.attempt)))
      try rooms.store.commit(poster, as: key(.poster(attempt: claim.attempt)))
    } catch {
      removeOutputs(of: claim.attempt)
      throw Self.obstacle(error)
    }
    return (report, outputs)
  }

  /// Writes down how the job ended; what it wrote goes where it is not this worker's any more.
  private func finished(_ outcome: JobOutcome, _ ending: JobEnding) -> JobEnding {
    do throws(LedgerError) {
      guard
        try Self.insisting({ () throws(LedgerError) in try rooms.ledger.finish(claim, outcome) })
      else {
        removeOutputs(of: claim.attempt)
        return .lost
      }
    } catch {
      // It was not written for want of room; else nobody knows: the lease tells, and the sweeper removes
      // what has no row.
      if error.code == .full { removeOutputs(of: claim.attempt) }
      return .wanting("\(error)")
    }
    removeReceived()
    // Those before this one may have died behind their last write.
    for attempt in 1..<max(1, claim.attempt) { removeOutputs(of: attempt) }
    return ending
  }

  /// Gives the job back, or up.
  private func given(_ obstacle: Obstacle) -> JobEnding {
    do throws(LedgerError) {
      switch obstacle {
      case .want(let reason):
        return try rooms.ledger.release(claim) ? .wanting(reason) : .lost
      case .stopped:
        guard beat.isHandedBack(), try rooms.ledger.release(claim) else { return .lost }
        return .released
      case .hopeless(let reason): return finished(.failed(reason: reason), .failed(reason))
      case .fault(let reason):
        switch try rooms.ledger.retry(claim, because: reason) {
        case .queued: return .retried(reason)
        case nil: return .lost
        default:
          removeReceived()
          return .failed(reason)
        }
      }
    } catch {
      // The lease runs out.
      return .wanting("\(error)")
    }
  }

  /// Tries again while the database is somebody else's: the work is done, and worth the wait.
  private static func insisting(
    _ write: () throws(LedgerError) -> Bool
  ) throws(LedgerError) -> Bool {
    for _ in 0..<5 {
      do throws(LedgerError) { return try write() } catch {
        guard error.code == .busy else { throw error }
      }
    }
    return try write()
  }

  /// What a store can't do now it may do later; only what is wrong with a file counts against its job.
  private static func obstacle(_ error: StorageError) -> Obstacle {
    switch error.code {
    case .full, .exhausted, .unwritable, .device, .gone: .want("\(error)")
    default: .fault("\(error)")
    }
  }

  private static func obstacle(_ failure: WorkFailure) -> Obstacle {
    switch failure {
    case .cancelled: .stopped
    case .unconfinable(let why): .want("confinement: \(why)")
    case .stage(let failure):
      failure.code == .diskFull
        ? .want("disk_full: \(failure.call) failed (\(failure.number))")
        : .fault("\(failure.code.rawValue): \(failure.call) failed (\(failure.number))")
    }
  }

  private func opened() throws(Obstacle) -> StoredObject {
    do throws(StorageError) { return try rooms.store.open(key(.received)) } catch {
      throw error.code == .missing ? .hopeless("\(error)") : Self.obstacle(error)
    }
  }

  private func staged() throws(Obstacle) -> StagedObject {
    do throws(StorageError) { return try rooms.store.stage() } catch {
      throw Self.obstacle(error)
    }
  }

  private func digest(of descriptor: Int32) throws(Obstacle) -> Outputs.Object {
    let (count, bytes): (Int64, [UInt8])
    do throws(StorageError) { (count, bytes) = try ContentHash.digest(ofFile: descriptor) } catch {
      throw .fault("\(error)")
    }
    guard let digest = Digest(bytes: bytes) else { throw .fault("digest") }
    return Outputs.Object(byteCount: count, sha256: digest)
  }

  private func key(_ kind: ObjectKey.Kind) -> ObjectKey { ObjectKey(job: claim.job, kind: kind) }

  private func removeOutputs(of attempt: UInt32) {
    // What can't be removed now has no row: the sweeper finds it.
    try? rooms.store.delete(key(.movie(attempt: attempt)))
    try? rooms.store.delete(key(.poster(attempt: attempt)))
  }

  private func removeReceived() {
    if !keepsOriginals { try? rooms.store.delete(key(.received)) }
  }
}
