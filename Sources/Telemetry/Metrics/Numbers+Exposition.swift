extension Metrics.Numbers {
  /// All metrics in a fixed order, as text.
  var exposition: String {
    var text = Exposition()
    add(
      uploads, "clipgate_uploads_total", "Uploads that came to their end, by how they did.",
      to: &text)
    add(
      verdicts, "clipgate_verdicts_total",
      "Verdicts given: accepted, or each reason of a refusal by its code.", to: &text)
    addQueue(to: &text)
    text.begin(
      "clipgate_job_seconds", .histogram, help: "Time that stages of jobs took, in seconds.")
    for stage in JobStage.allCases {
      text.add(
        "clipgate_job_seconds", [(JobStage.name, stage.rawValue)],
        jobs[stage] ?? Histogram(bounds: Metrics.jobBounds))
    }
    text.begin(
      "clipgate_pipeline_seconds_total", .counter,
      help: "Time that steps of making movies took, in seconds.")
    for step in PipelineStep.allCases {
      text.add(
        "clipgate_pipeline_seconds_total", [(PipelineStep.name, step.rawValue)],
        "\((steps[step] ?? .zero) / .seconds(1))")
    }
    text.begin(
      "clipgate_bytes_received_total", .counter, help: "Bytes of request bodies that came in.")
    text.add("clipgate_bytes_received_total", [], "\(bytesReceived)")
    text.begin(
      "clipgate_bytes_served_total", .counter, help: "Bytes of answers that went out, heads too.")
    text.add("clipgate_bytes_served_total", [], "\(bytesServed)")
    add(
      children, "clipgate_children_total", "Confined children that came to their end, by how.",
      to: &text)
    addRequests(to: &text)
    addWebhooks(to: &text)
    return text.text
  }

  private func add<Label: MetricLabel>(
    _ counts: [Label: UInt64], _ name: String, _ help: String, to text: inout Exposition
  ) {
    text.begin(name, .counter, help: help)
    for label in Label.allCases {
      text.add(name, [(Label.name, label.rawValue)], "\(counts[label] ?? 0)")
    }
  }

  private func addQueue(to text: inout Exposition) {
    text.begin("clipgate_queue_depth", .gauge, help: "Jobs that wait.")
    text.add("clipgate_queue_depth", [], "\(queueDepth)")
    text.begin(
      "clipgate_queue_oldest_seconds", .gauge,
      help: "How long the first of them has waited, in seconds; 0 where none waits.")
    text.add("clipgate_queue_oldest_seconds", [], "\(queueOldest / .seconds(1))")
  }

  private func addWebhooks(to text: inout Exposition) {
    add(
      webhooks, "clipgate_webhooks_total", "Tries to send a message, by what they came to.",
      to: &text)
    text.begin("clipgate_webhooks_pending", .gauge, help: "Messages that are to be sent.")
    text.add("clipgate_webhooks_pending", [], "\(webhooksPending)")
    text.begin(
      "clipgate_webhooks_given_up", .gauge,
      help: "Messages that are not sent any more, of clips that are still there.")
    text.add("clipgate_webhooks_given_up", [], "\(webhooksGivenUp)")
  }

  private func addRequests(to text: inout Exposition) {
    text.begin(
      "clipgate_http_requests_total", .counter, help: "Requests answered, by route and status.")
    for route in RouteLabel.allCases {
      let counts = requests[route]?.byStatus.sorted { $0.key.code < $1.key.code } ?? []
      for (status, count) in counts {
        text.add(
          "clipgate_http_requests_total",
          [(RouteLabel.name, route.rawValue), ("status", "\(status.code)")], "\(count)")
      }
    }
    text.begin(
      "clipgate_http_request_seconds", .histogram,
      help: "Time from a request's head to the end of its answer, in seconds.")
    for route in RouteLabel.allCases {
      guard let times = requests[route]?.times else { continue }
      text.add("clipgate_http_request_seconds", [(RouteLabel.name, route.rawValue)], times)
    }
  }
}
