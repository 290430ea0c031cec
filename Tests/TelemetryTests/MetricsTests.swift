internal import Foundation
internal import TestSupport
internal import Testing

@testable internal import Telemetry

/// What a service counts, as Prometheus reads it.
@Suite struct MetricsTests {
  /// A sample as a strict reader of lines has it.
  struct Sample: Hashable {
    var name: String
    var labels: [String: String]
  }

  /// Reads an exposition by the format's grammar (text format 0.0.4), and nothing besides it.
  static func read(_ text: String) throws -> [Sample: Double] {
    try #require(text.hasSuffix("\n"))
    var samples: [Sample: Double] = [:]
    var types: [String: String] = [:]
    var current = ""
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if let help = line.wholeMatch(of: #/# HELP ([a-z_]+) [^\n]+/#) {
        current = String(help.1)
        try #require(types[current] == nil, "a metric stands twice")
      } else if let type = line.wholeMatch(of: #/# TYPE ([a-z_]+) (counter|gauge|histogram)/#) {
        try #require(String(type.1) == current)
        types[current] = String(type.2)
      } else {
        let sample = try #require(
          line.wholeMatch(of: #/([a-z_]+)(?:\{([^{]*(?:\{id\}[^{]*)*)\})? ([0-9.e+-]+)/#),
          "\(line)")
        let name = String(sample.1)
        let endings = types[current] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        try #require(endings.contains { current + $0 == name }, "\(line)")
        var labels: [String: String] = [:]
        for part in (sample.2 ?? "").split(separator: ",") {
          let label = try #require(part.wholeMatch(of: #/([a-z]+)="([^"\\]*)"/#), "\(line)")
          try #require(labels.updateValue(String(label.2), forKey: String(label.1)) == nil)
        }
        let value = try #require(Double(sample.3))
        try #require(
          samples.updateValue(value, forKey: Sample(name: name, labels: labels)) == nil)
      }
    }
    return samples
  }

  /// One of everything.
  private static func used() -> Metrics {
    let metrics = Metrics()
    metrics.countUpload(.tooLarge)
    metrics.countVerdict([])
    metrics.countVerdict([.durationTooLong, VerdictLabel(code: "file.too_large")])
    metrics.countVerdict([VerdictLabel(code: "made.up\n"), VerdictLabel(code: "accepted")])
    metrics.setQueue(depth: 3, oldest: .milliseconds(2_500))
    for time in [2, 30, 700, 100_000] { metrics.observeJob(.make, took: .milliseconds(time)) }
    // Below zero counts nothing.
    for time in [1_500, 250, -9_000] { metrics.add(.milliseconds(time), to: .decode) }
    metrics.countReceived(bytes: 10_485_760)
    metrics.countServed(bytes: 5)
    metrics.countServed(bytes: -5)
    metrics.countChild(.outOfMemory)
    metrics.countWebhook(.postponed)
    metrics.setOutbox(pending: 4, givenUp: 2)
    metrics.countRequest(.clip, status: StatusLabel(404), took: .milliseconds(3))
    metrics.countRequest(.clip, status: StatusLabel(200), took: .seconds(-1))
    metrics.countRequest(.none, status: StatusLabel(99_999), took: .seconds(31))
    return metrics
  }

  private static let expected: [(String, [String: String], Double)] = [
    ("clipgate_uploads_total", ["outcome": "too_large"], 1),
    ("clipgate_uploads_total", ["outcome": "accepted"], 0),
    ("clipgate_verdicts_total", ["code": "accepted"], 1),
    ("clipgate_verdicts_total", ["code": "duration.too_long"], 1),
    ("clipgate_verdicts_total", ["code": "file.too_large"], 1),
    ("clipgate_verdicts_total", ["code": "other"], 2),
    ("clipgate_queue_depth", [:], 3), ("clipgate_queue_oldest_seconds", [:], 2.5),
    ("clipgate_job_seconds_bucket", ["stage": "make", "le": "0.01"], 1),
    ("clipgate_job_seconds_bucket", ["stage": "make", "le": "0.05"], 2),
    ("clipgate_job_seconds_bucket", ["stage": "make", "le": "90.0"], 3),
    ("clipgate_job_seconds_bucket", ["stage": "make", "le": "+Inf"], 4),
    ("clipgate_job_seconds_count", ["stage": "make"], 4),
    ("clipgate_job_seconds_sum", ["stage": "make"], 100.732),
    ("clipgate_job_seconds_count", ["stage": "verify"], 0),
    ("clipgate_pipeline_seconds_total", ["step": "decode"], 1.75),
    ("clipgate_pipeline_seconds_total", ["step": "scale"], 0),
    ("clipgate_bytes_received_total", [:], 10_485_760), ("clipgate_bytes_served_total", [:], 5),
    ("clipgate_children_total", ["ending": "out_of_memory"], 1),
    ("clipgate_webhooks_total", ["outcome": "postponed"], 1),
    ("clipgate_webhooks_total", ["outcome": "acknowledged"], 0),
    ("clipgate_webhooks_pending", [:], 4), ("clipgate_webhooks_given_up", [:], 2),
    ("clipgate_http_requests_total", ["route": "/v1/clips/{id}", "status": "404"], 1),
    ("clipgate_http_requests_total", ["route": "none", "status": "599"], 1),
    ("clipgate_http_request_seconds_count", ["route": "/v1/clips/{id}"], 2),
    ("clipgate_http_request_seconds_sum", ["route": "/v1/clips/{id}"], 0.003),
    ("clipgate_http_request_seconds_bucket", ["route": "none", "le": "30.0"], 0),
    ("clipgate_http_request_seconds_bucket", ["route": "none", "le": "+Inf"], 1),
  ]

  @Test func `what was counted is what is read`() throws {
    let samples = try Self.read(Self.used().exposition())
    for (name, labels, value) in Self.expected {
      let seen = try #require(samples[Sample(name: name, labels: labels)], "\(name) \(labels)")
      #expect(abs(seen - value) < 1e-9, "\(name) \(labels)")
    }
  }

  @Test func `a new process has each series of a closed set, at 0`() throws {
    let samples = try Self.read(Metrics().exposition())
    #expect(samples.values.allSatisfy { $0 == 0 })
    let verdicts = samples.keys.filter { $0.name == "clipgate_verdicts_total" }
    #expect(verdicts.count == VerdictLabel.allCases.count)
    let uploads = samples.keys.filter { $0.name == "clipgate_uploads_total" }
    #expect(uploads.count == UploadOutcome.allCases.count)
  }

  /// Rules are another island; their codes stand in one file.
  @Test func `each code of a reason has its label`() throws {
    let path = Checkout.path("Sources/Rules/Reason.swift")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    let codes = zip(lines, lines.dropFirst()).compactMap { comment, line in
      // Warnings are no verdicts.
      comment.contains("/// Warning:")
        ? nil : line.firstMatch(of: #/Self\(rawValue: "([a-z._]+)"\)/#).map { String($0.1) }
    }
    #expect(codes.count > 20)
    #expect(codes.filter { VerdictLabel(code: $0) == .other } == [])
  }

  @Test func `buckets hold all times up to theirs`() throws {
    let samples = try Self.read(Self.used().exposition())
    let buckets = samples.filter {
      $0.key.name == "clipgate_job_seconds_bucket" && $0.key.labels["stage"] == "make"
    }
    let sorted = buckets.sorted {
      (Double($0.key.labels["le"] ?? "") ?? .infinity)
        < (Double($1.key.labels["le"] ?? "") ?? .infinity)
    }
    #expect(sorted.count == Metrics.jobBounds.count + 1)
    #expect(sorted.map(\.value) == sorted.map(\.value).sorted())
  }

  @Test func `a time at a bound counts below it`() {
    var histogram = Histogram(bounds: [0.5, 1])
    for time in [500, 501, 1_000, 1_001] { histogram.observe(.milliseconds(time)) }
    #expect(histogram.counts == [1, 2, 1])
  }

  @Test func `what would end a label or a line is escaped`() {
    var text = Exposition()
    text.begin("m", .gauge, help: "a\\b\nc\"")
    text.add("m", [("l", "a\\b\nc\"")], "1")
    #expect(
      text.text == "# HELP m a\\\\b\\nc\"\n# TYPE m gauge\nm{l=\"a\\\\b\\nc\\\"\"} 1\n")
  }

  @Test func `threads lose no count`() async throws {
    let metrics = Metrics()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 {
            metrics.countRequest(.clips, status: StatusLabel(202), took: .milliseconds(1))
          }
        }
      }
    }
    let samples = try Self.read(metrics.exposition())
    let sample = Sample(
      name: "clipgate_http_requests_total", labels: ["route": "/v1/clips", "status": "202"])
    #expect(samples[sample] == 8_000)
  }

  private static let hasReader = PythonPackages.has("prometheus_client.parser")

  @Test(.enabled(if: hasReader))
  func `Prometheus's own reader reads the same`() throws {
    let script = """
      import sys, json
      from prometheus_client.parser import text_string_to_metric_families as read
      print(json.dumps([[s.name, s.labels, s.value, f.type]
        for f in read(sys.stdin.read()) for s in f.samples]))
      """
    let text = Self.used().exposition()
    let outcome = try PythonPackages.run(script, input: Data(text.utf8))
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    let read = try JSONSerialization.jsonObject(with: outcome.outputData) as? [[Any]] ?? []
    var theirs: [Sample: Double] = [:]
    for row in read {
      let name = try #require(row[0] as? String)
      theirs[Sample(name: name, labels: row[1] as? [String: String] ?? [:])] = row[2] as? Double
    }
    #expect(theirs == (try Self.read(text)))
    #expect(Set(read.compactMap { $0[3] as? String }) == ["counter", "gauge", "histogram"])
  }
}
