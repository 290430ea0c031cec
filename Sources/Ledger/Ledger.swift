package import FoundationEssentials

/// What was promised: clips, the jobs that make them, posts, and the messages about them.
///
/// Whatever a call promises outlives a loss of power when it returns; what throws has changed nothing
/// that others see.
/// All calls block; any thread may make them, several at once, and several processes may share a
/// ledger. Leases and waits go by a clock that nobody sets, the same for all who share the ledger.
/// `LedgerTests` is what each ledger has to pass.
package protocol Ledger: Sendable {
  /// Leases, attempts, and whether there are deliveries.
  var settings: LedgerSettings { get }

  // What the front door asks.

  /// Admits a movie as a clip, in one transaction: looks its idempotency key up, joins the job that
  /// makes the same bytes with the same settings or creates one, and inserts clip and post.
  ///
  /// Jobs that are queued, running, done or refused are joined, since they would end the same way;
  /// one that failed is not. The received bytes have to be in the store under `admission.job` before;
  /// where the answer's clip has another job, or is none, they are the caller's to remove.
  ///
  /// - Parameter admission: the movie's digest, settings, verdict and labels.
  /// - Returns: the clip, or the answer that the key got before.
  /// - Throws: `LedgerError`; `taken` where the clip's or the post's id is in use.
  func admit(_ admission: Admission) throws(LedgerError) -> Admission.Answer

  /// Writes down that an upload under an idempotency key was refused, so that a repeat is answered the
  /// same; an answer that the key got before stands.
  ///
  /// - Returns: `refused`, `repeated` or `conflict`.
  /// - Throws: `LedgerError`.
  func refuse(
    _ refusal: Refusal, under key: IdempotencyKey
  ) throws(LedgerError) -> Admission.Answer

  /// What an idempotency key was answered before: `repeated`, `refused` or `conflict`, nil for nothing.
  ///
  /// It spares a repeat the judging; `admit` and `refuse` look again in their transaction.
  ///
  /// - Throws: `LedgerError`.
  func answer(to key: IdempotencyKey) throws(LedgerError) -> Admission.Answer?

  /// A clip and its job, as they are now; nil where there is none.
  ///
  /// - Throws: `LedgerError`.
  func clip(_ id: UUID) throws(LedgerError) -> Clip?

  /// Clips, the one that was admitted last first.
  ///
  /// - Parameters:
  ///   - limit: how many at most; below 1 there are none.
  ///   - cursor: that of the last clip of the page before, which may be deleted meanwhile; nil starts
  ///     with the newest.
  /// - Throws: `LedgerError`.
  func clips(limit: Int, after cursor: ClipCursor?) throws(LedgerError) -> [Clip]

  /// Deletes a clip with its idempotency keys, posts and deliveries, and with the last clip of a job
  /// the job, at work too: its worker's next heartbeat or finish answers false.
  ///
  /// - Returns: whose objects are to be removed; nil where there is no such clip.
  /// - Throws: `LedgerError`.
  func delete(clip id: UUID) throws(LedgerError) -> Deletion?

  /// Inserts a post that has no clip.
  ///
  /// - Throws: `LedgerError`; `taken` where its id is in use.
  func insert(_ post: NewPost) throws(LedgerError)

  /// The newest posts, newest last: those without a clip, and those whose clip is ready.
  ///
  /// - Parameter limit: how many at most; below 1 there are none.
  /// - Throws: `LedgerError`.
  func posts(limit: Int) throws(LedgerError) -> [Post]

  // What a worker asks.

  /// Takes the oldest job that is queued, or whose lease has run out with attempts left.
  ///
  /// One whose settings can't be read, since another version wrote them, fails, so that it does not
  /// stand in the way of those behind it.
  ///
  /// - Parameter worker: a name that no other worker of any process has.
  /// - Returns: what to do and under which attempt; nil where there is nothing to do now.
  /// - Throws: `LedgerError`.
  func claim(worker: String) throws(LedgerError) -> Claim?

  /// Prolongs a claim's lease and tells its progress.
  ///
  /// - Parameters:
  ///   - claim: as `claim` gave it.
  ///   - progress: from 0 to 1; what is outside counts as the nearer of the two.
  /// - Returns: false where the job is deleted or another's: stop, and remove this attempt's objects.
  /// - Throws: `LedgerError`.
  func heartbeat(_ claim: Claim, progress: Double) throws(LedgerError) -> Bool

  /// Ends a claim's job, and inserts a delivery for each of its clips in the same transaction.
  ///
  /// - Returns: false where the job is deleted or another's; then nothing was changed.
  /// - Throws: `LedgerError`.
  func finish(_ claim: Claim, _ outcome: JobOutcome) throws(LedgerError) -> Bool

  /// Gives a claim's job back after a fault of ours: queued again, not at once, while attempts are
  /// left, and failed after that.
  ///
  /// - Parameters:
  ///   - claim: as `claim` gave it.
  ///   - reason: what it failed of, for the operator.
  /// - Returns: `queued` or `failed`; nil where the job is deleted or another's.
  /// - Throws: `LedgerError`.
  func retry(_ claim: Claim, because reason: String) throws(LedgerError) -> JobState?

  /// Hands a claim's job back at once, for a worker that is told to end; the attempt's number is used
  /// up, but does not count against the job.
  ///
  /// - Returns: false where the job is deleted or another's.
  /// - Throws: `LedgerError`.
  func release(_ claim: Claim) throws(LedgerError) -> Bool

  // What the sweeper asks.

  /// Ends the leases of a worker that is known to be gone, so that its jobs and deliveries need not
  /// wait for them to run out; what it began counts as an attempt each.
  ///
  /// - Parameter worker: its name, as it claimed jobs and deliveries.
  /// - Returns: how many jobs it had.
  /// - Throws: `LedgerError`.
  func expireLeases(of worker: String) throws(LedgerError) -> Int

  /// Fails the jobs whose lease has run out with no attempt left, and removes old idempotency keys and
  /// the posts whose clip failed.
  ///
  /// - Returns: what is gone, for the store's sake.
  /// - Throws: `LedgerError`.
  func sweep() throws(LedgerError) -> Swept

  /// How a job stands; nil where there is none, so that no object of its may stay.
  ///
  /// - Throws: `LedgerError`.
  func standing(ofJob id: UUID) throws(LedgerError) -> JobStanding?

  /// Whether there is such a post, listed or not.
  ///
  /// - Throws: `LedgerError`.
  func hasPost(_ id: UUID) throws(LedgerError) -> Bool

  // What those who watch ask.

  /// A number that differs from the last one where any process has changed anything since.
  ///
  /// It reads no row, so that it may be asked every some milliseconds. Ask before the rows are read, so
  /// that no change falls between. Numbers of two ledgers, or of two openings of one, can't be compared.
  ///
  /// - Throws: `LedgerError`.
  func changeCount() throws(LedgerError) -> Int64

  /// How many jobs wait and are at work.
  ///
  /// - Throws: `LedgerError`.
  func queue() throws(LedgerError) -> QueueDepth

  /// Writes a row to the device and reads it back.
  ///
  /// - Throws: `LedgerError`, where it could not promise anything now.
  func checkReadiness() throws(LedgerError)

  /// The messages that are to be sent, oldest first; those that were given up are not among them.
  ///
  /// - Parameter limit: how many at most; below 1 there are none.
  /// - Throws: `LedgerError`.
  func deliveries(limit: Int) throws(LedgerError) -> [Delivery]

  /// How many messages are to be sent, and how many were given up.
  ///
  /// - Throws: `LedgerError`.
  func outbox() throws(LedgerError) -> OutboxDepth

  // What a sender of messages asks.

  /// Takes the delivery that has been due for longest, or whose lease has run out, for one lease.
  ///
  /// - Parameter sender: a name that no other process has.
  /// - Returns: nil where none is due.
  /// - Throws: `LedgerError`.
  func claimDelivery(sender: String) throws(LedgerError) -> DeliveryClaim?

  /// Removes a delivery that its receiver has acknowledged, so that it is never sent again.
  ///
  /// It holds whoever has the delivery by now: that it has arrived is a fact, and the one who lost its
  /// lease on the way saw it.
  ///
  /// - Returns: false where there is no such delivery any more.
  /// - Throws: `LedgerError`.
  func acknowledge(_ claim: DeliveryClaim) throws(LedgerError) -> Bool

  /// Has a delivery wait for its next try.
  ///
  /// - Parameters:
  ///   - claim: as `claimDelivery` gave it.
  ///   - time: for how long, in whole milliseconds.
  ///   - reason: what the try failed of, for the operator.
  /// - Returns: false where it is deleted or another's; then nothing was changed.
  /// - Throws: `LedgerError`.
  func postpone(
    _ claim: DeliveryClaim, for time: Duration, because reason: String
  ) throws(LedgerError) -> Bool

  /// Gives a delivery up: it is not sent any more, and stays to be seen as long as its clip does.
  ///
  /// - Returns: false where it is deleted or another's; then nothing was changed.
  /// - Throws: `LedgerError`.
  func giveUp(_ claim: DeliveryClaim, because reason: String) throws(LedgerError) -> Bool

  /// Hands a delivery back at once, for a sender that is told to end; the try does not count.
  ///
  /// - Returns: false where it is deleted or another's; then nothing was changed.
  /// - Throws: `LedgerError`.
  func release(_ claim: DeliveryClaim) throws(LedgerError) -> Bool
}
