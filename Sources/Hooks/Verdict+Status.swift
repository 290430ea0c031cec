package import Rules

// What a refusal is in HTTP, the same in the service's answers and in those of hooks.
extension Verdict {
  /// The status of a refusal: 413 before 415 before 422, whichever any reason has.
  package var status: Int {
    let statuses = reasons.map(\.code.status)
    return statuses.contains(413) ? 413 : statuses.contains(415) ? 415 : 422
  }

  /// The first reason of those that the status stands for; nil where nothing is refused.
  package var weightiest: Reason? {
    let status = status
    return reasons.first { $0.code.status == status }
  }
}

extension Reason.Code {
  /// What is no movie at all is an unsupported type; any other refusal is of its content.
  package var status: Int {
    switch self {
    case .fileTooLarge: 413
    case .notRecognized, .noVideo, .stillImage: 415
    default: 422
    }
  }
}
