internal import FoundationEssentials
internal import HTTP
internal import Ledger
internal import Rules
internal import Sandbox
internal import Service
internal import Storage

// What tells how the service is.
extension FrontDoor {
  /// Whether it could take a movie now: the database writes, the store has room, a child can be had.
  func ready() throws(Problem) -> Response {
    do throws(LedgerError) { try rooms.ledger.checkReadiness() } catch { throw Problem(error) }
    let staged: StagedObject
    do throws(StorageError) {
      var begun = try rooms.store.stage()
      try begun.append([0x21].span)
      staged = begun
    } catch {
      throw Problem(error)
    }
    // One byte is no movie, and a child that says so is well.
    do throws(WorkFailure) {
      let examination = try rooms.work.examine(staged.descriptor, policy: settings.policy)
      // Any other reason is one that no file gives.
      guard examination.reasons.map(\.code) == [.notRecognized] else {
        throw WorkFailure.nothingMade
      }
    } catch {
      throw Problem(error)
    }
    return Self.text("ready\n")
  }

  /// One plain page.
  func status() throws(Problem) -> Response {
    let queue: QueueDepth
    do throws(LedgerError) { queue = try rooms.ledger.queue() } catch { throw Problem(error) }
    let page = """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><title>Clipgate</title>
      <h1>Clipgate</h1>
      <p>The service takes movies of at most \(settings.policy.maxDuration.shortText) s and \
      \(ByteCount(settings.policy.maxBytes).shortText).</p>
      <p>\(queue.queued) waiting, \(queue.running) at work.</p>
      </html>

      """
    return Response(
      status: 200,
      fields: [
        "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'",
      ], body: .bytes(Array(page.utf8)))
  }
}
