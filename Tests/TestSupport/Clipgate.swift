internal import Foundation

/// The commands of `clipgate` as tests use them, with results read from standard output.
package enum Clipgate {
  /// Runs `clipgate` with any words.
  package static func run(
    _ arguments: [String], environment: [String: String?] = [:], directory: String? = nil,
    deadline: Duration = .seconds(120)
  ) throws -> Outcome {
    // Under a sanitizer processor time is not the program's own.
    let usual: [String: String?] =
      Sanitizer.isOn ? ["CLIPGATE_POLICY_MAX_CPU_SECONDS": "200"] : [:]
    return try Program.clipgate().run(
      arguments, environment: usual.merging(environment) { $1 }, directory: directory,
      deadline: deadline)
  }

  /// The JSON lines of `check` over several files, in their order.
  package static func check(_ paths: [String], flags: [String] = []) throws -> [JSON] {
    try documents(run(["check", "--json"] + flags + ["--"] + paths, deadline: .seconds(600)))
  }

  /// The verdict of `check` on one file.
  package static func verdict(_ path: String, flags: [String] = []) throws -> Answer {
    let outcome = try run(["check", "--json"] + flags + ["--", path])
    return Answer(outcome: outcome, document: try documents(outcome).first ?? .null)
  }

  /// The facts of `probe` on one file.
  package static func facts(_ path: String) throws -> JSON {
    try documents(run(["probe", "--json", "--", path])).first?["facts"] ?? .null
  }

  /// The answer of `plan` on one file.
  package static func plan(_ path: String, flags: [String] = []) throws -> Answer {
    let outcome = try run(["plan", "--json"] + flags + ["--", path])
    return Answer(outcome: outcome, document: try documents(outcome).first ?? .null)
  }

  /// Processes one file into a folder of its own, with a poster.
  package static func process(
    _ path: String, flags: [String] = [], deadline: Duration = .seconds(120)
  ) throws -> Processed {
    let folder = try ScratchFolder()
    let movie = folder.file("out.mp4")
    let poster = folder.file("out.jpg")
    let outcome = try run(
      ["process", "--json", "-o", movie, "--poster", poster] + flags + ["--", path],
      deadline: deadline)
    return Processed(
      source: path, flags: flags, folder: folder, movie: movie, poster: poster,
      answer: Answer(outcome: outcome, document: try documents(outcome).first ?? .null))
  }

  /// One JSON document a line of standard output.
  package static func documents(_ outcome: Outcome) throws -> [JSON] {
    try outcome.lines.map { try JSON(parsing: Data($0.utf8)) }
  }
}
