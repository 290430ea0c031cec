internal import Synchronization

/// What a process of the service has counted since it started; any thread may count.
package final class Metrics: Sendable {
  /// All numbers; they are read together, so that sums agree.
  struct Numbers {
    var uploads: [UploadOutcome: UInt64] = [:]
    var verdicts: [VerdictLabel: UInt64] = [:]
    var queueDepth = 0
    var queueOldest = Duration.zero
    var jobs: [JobStage: Histogram] = [:]
    var steps: [PipelineStep: Duration] = [:]
    var bytesReceived: UInt64 = 0
    var bytesServed: UInt64 = 0
    var children: [ChildEnding: UInt64] = [:]
    var requests: [RouteLabel: Requests] = [:]
    var webhooks: [WebhookOutcome: UInt64] = [:]
    var webhooksPending = 0
    var webhooksGivenUp = 0
  }

  /// The requests to one route.
  struct Requests {
    var byStatus: [StatusLabel: UInt64] = [:]
    var times = Histogram(bounds: requestBounds)
  }

  private let numbers = Mutex(Numbers())

  /// From an answer out of memory to one that waited for a clip (30 s).
  private static let requestBounds = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  ]

  /// From a look at a movie to the longest that a stage may take (45 s by default).
  static let jobBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 90]

  package init() {}

  /// An upload came to its end.
  package func countUpload(_ outcome: UploadOutcome) {
    numbers.withLock { $0.uploads[outcome, default: 0] += 1 }
  }

  /// A verdict was given; of a refusal each reason is counted.
  package func countVerdict(_ codes: [VerdictLabel]) {
    numbers.withLock { numbers in
      for code in codes.isEmpty ? [.accepted] : codes { numbers.verdicts[code, default: 0] += 1 }
    }
  }

  /// The queue was looked at.
  ///
  /// - Parameters:
  ///   - depth: jobs that wait.
  ///   - oldest: how long the first of them has waited; nil where none does.
  package func setQueue(depth: Int, oldest: Duration?) {
    numbers.withLock {
      $0.queueDepth = max(0, depth)
      $0.queueOldest = max(.zero, oldest ?? .zero)
    }
  }

  /// A stage of a job came to its end.
  package func observeJob(_ stage: JobStage, took time: Duration) {
    numbers.withLock {
      $0.jobs[stage, default: Histogram(bounds: Self.jobBounds)].observe(time)
    }
  }

  /// A movie was made; a step of its way took so long.
  ///
  /// What is below zero counts nothing.
  package func add(_ time: Duration, to step: PipelineStep) {
    numbers.withLock { $0.steps[step, default: .zero] += max(.zero, time) }
  }

  /// Bytes of a body came in.
  package func countReceived(bytes: Int) {
    numbers.withLock { $0.bytesReceived &+= UInt64(clamping: bytes) }
  }

  /// Bytes of a body went out.
  package func countServed(bytes: Int) {
    numbers.withLock { $0.bytesServed &+= UInt64(clamping: bytes) }
  }

  /// A confined child came to its end.
  package func countChild(_ ending: ChildEnding) {
    numbers.withLock { $0.children[ending, default: 0] += 1 }
  }

  /// A message was sent, or could not be.
  package func countWebhook(_ outcome: WebhookOutcome) {
    numbers.withLock { $0.webhooks[outcome, default: 0] += 1 }
  }

  /// The messages were looked at.
  ///
  /// - Parameters:
  ///   - pending: those that are to be sent.
  ///   - givenUp: those that are not sent any more.
  package func setOutbox(pending: Int, givenUp: Int) {
    numbers.withLock {
      $0.webhooksPending = max(0, pending)
      $0.webhooksGivenUp = max(0, givenUp)
    }
  }

  /// A request was answered.
  package func countRequest(_ route: RouteLabel, status: StatusLabel, took time: Duration) {
    numbers.withLock {
      $0.requests[route, default: Requests()].byStatus[status, default: 0] += 1
      $0.requests[route, default: Requests()].times.observe(time)
    }
  }

  /// All numbers as Prometheus reads them (text format 0.0.4).
  ///
  /// Its content type is `Metrics.contentType`. Series of a closed set are there from the start, at 0;
  /// those of routes once there was a request.
  package func exposition() -> String { numbers.withLock { $0 }.exposition }
}
