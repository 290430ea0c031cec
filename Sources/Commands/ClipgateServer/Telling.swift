internal import FrontDoor
internal import Glibc
internal import HTTP
internal import Ledger
internal import Rules
internal import Sandbox
internal import Service
internal import Storage
internal import Telemetry
internal import Worker

/// Turns what happens into log lines and counters: ids, codes and counts, no word of a client.
final class Telling: Sendable {
  private let ledger: any Ledger
  let log = LogWriter(descriptor: STDERR_FILENO, clock: Timestamp.now)
  let metrics = Metrics()

  init(ledger: any Ledger) { self.ledger = ledger }

  // The service as a whole.

  /// - Parameter url: where it listens, as "http://127.0.0.1:8080".
  func listening(at url: String, workers: Int) {
    log.write(.info, "listening", .failure("url", url), .count("workers", workers))
  }

  func working(_ workers: Int) { log.write(.info, "working", .count("workers", workers)) }

  func ending() { log.write(.info, "ending") }

  func ended() { log.write(.info, "ended") }

  func runnerRestarted() { log.write(.error, "runner_restarted") }

  // The front door.

  /// What a request came to.
  func exchange(_ exchange: Exchange) {
    let route = RouteLabel(rawValue: exchange.head.map { FrontDoor.label(of: $0.path) } ?? "none")
    let status = exchange.status ?? 499
    metrics.countRequest(
      route ?? .none, status: StatusLabel(status), took: exchange.duration)
    metrics.countReceived(bytes: Int(exchange.received))
    metrics.countServed(bytes: Int(exchange.sent))
    if exchange.head?.method == "POST", route == .clips || route == .postImages {
      metrics.countUpload(exchange.isWhole ? Self.outcome(status) : .aborted)
    }
    log.write(
      status >= 500 ? .warning : .info, "request", .failure("request_id", exchange.id),
      .failure("method", Self.method(exchange.head)), .failure("route", (route ?? .none).rawValue),
      .count("status", status), .count("received", exchange.received),
      .count("sent", exchange.sent), .duration("seconds", exchange.duration),
      .flag("whole", exchange.isWhole))
  }

  func judged(_ codes: [Reason.Code]) {
    metrics.countVerdict(codes.map { VerdictLabel(code: $0.rawValue) })
  }

  /// The counters, with the queues as they are now.
  func exposition() -> String {
    if let queue = try? ledger.queue() {
      metrics.setQueue(depth: queue.queued, oldest: queue.oldest)
    }
    if let outbox = try? ledger.outbox() {
      metrics.setOutbox(pending: outbox.pending, givenUp: outbox.givenUp)
    }
    return metrics.exposition()
  }

  // Workers.

  /// How a child ended.
  func child(_ request: Request, _ outcome: ConfinedChild.Outcome, _ time: Duration) {
    metrics.countChild(Self.ending(outcome))
    if let stage = Self.stage(request) { metrics.observeJob(stage, took: time) }
    guard case .answer(.made(let report, _)) = outcome else { return }
    for (name, time) in report.timing.stages?.all ?? [] {
      if let step = PipelineStep(rawValue: name) { metrics.add(time, to: step) }
    }
  }

  func worker(_ news: WorkerNews) {
    switch news {
    case .began(let claim):
      log.write(.info, "job_began", .id("job", claim.job), .count("attempt", claim.attempt))
    case .ended(let claim, let ending, let time):
      metrics.observeJob(.whole, took: time)
      var fields: [LogField] = [
        .id("job", claim.job), .count("attempt", claim.attempt), .code("ending", ending.word),
        .duration("seconds", time), .count("received", claim.byteCount),
      ]
      switch ending {
      case .done(let report):
        fields.append(.code("action", report.plan?.action.rawValue ?? "none"))
        fields.append(.count("bytes", report.output?.bytes ?? 0))
      case .refused(let codes):
        metrics.countVerdict(codes.map { VerdictLabel(code: $0.rawValue) })
        fields.append(.code("code", codes.first?.rawValue ?? "none"))
      case .retried(let why), .failed(let why), .wanting(let why):
        fields.append(.failure("failure", why))
      case .released, .lost: break
      }
      log.write(Self.level(ending), "job_ended", fields)
    case .ledgerFailed(let error):
      log.write(.error, "ledger_failed", .failure("failure", error.description))
    case .foundDead(let jobs): log.write(.warning, "process_died", .count("jobs", jobs))
    case .swept(let objects, let leftovers):
      log.write(.info, "swept", .count("objects", objects), .count("leftovers", leftovers))
    case .sweepFailed(let error):
      log.write(.error, "sweep_failed", .failure("failure", error.description))
    }
  }

  private static func level(_ ending: JobEnding) -> LogLevel {
    switch ending {
    case .done, .refused, .released, .lost: .info
    case .retried, .wanting: .warning
    case .failed: .error
    }
  }

  /// A method that we answer; another word of a client stays out of the log.
  private static func method(_ head: RequestHead?) -> String {
    let known = ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH"]
    return known.first { $0 == head?.method } ?? "other"
  }

  private static func outcome(_ status: Int) -> UploadOutcome {
    switch status {
    case 200..<300: .accepted
    case 401: .unauthorized
    case 409: .conflict
    case 413: .tooLarge
    case 415, 422: .refused
    case 408, 499: .aborted
    case 503: .busy
    case 507: .diskFull
    case 500...: .failed
    default: .malformed
    }
  }

  private static func stage(_ request: Request) -> JobStage? {
    switch request {
    case .examine: .examine
    case .make: .make
    case .verify: .verify
    case .verifyPoster: .verifyPoster
    case .image, .verifyImage: .image
    case .chart, .plan, .poster: nil
    }
  }

  private static func ending(_ outcome: ConfinedChild.Outcome) -> ChildEnding {
    switch outcome {
    case .answer: .answered
    case .cancelled: .cancelled
    case .died(.deadline), .died(.signal(SIGXCPU)): .timedOut
    case .died(.signal(SIGKILL)): .outOfMemory
    case .died(.signal): .crashed
    case .died(.exit): .exited
    case .died(.garbled): .garbled
    case .died(.absent): .absent
    }
  }
}
