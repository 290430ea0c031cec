internal import Foundation
internal import Storage
internal import TestSupport
internal import Testing

/// A store's steps in a process of their own (`StorageSteps`), as `strace` sees and hinders them.
struct StepTrace {
  /// The call and what it was about, in order: "fsync objects".
  let steps: [String]
  let outcome: Outcome
  /// Whether a call failed because it was made to.
  let isHindered: Bool
  /// For each step, the how manieth it is of all calls of its name in its thread.
  private let numbers: [Int]

  /// That something happens to a step instead of what it does, as `strace --inject` has it.
  struct Hindrance: CustomTestStringConvertible {
    /// `error=ENOSPC` or `signal=KILL`.
    let what: String
    /// The step, and the how manieth of its like.
    let step: String
    let number: Int

    init(_ what: String, _ step: String, _ number: Int = 1) {
      self.what = what
      self.step = step
      self.number = number
    }

    var testDescription: String { "\(what) \(step) \(number)" }
  }

  /// Runs one step.
  ///
  /// - Parameters:
  ///   - words: the step, without its folder: `commit KEY PIECES`.
  ///   - store: where the store lies.
  ///   - injection: what happens to a call, as `injection` of an earlier trace gives it.
  init(_ words: [String], store: String, injection: String? = nil) throws {
    let strace = try #require(Program.installed("strace"))
    let folder = try ScratchFolder()
    let calls =
      "openat,mkdir,mkdirat,write,fsync,fdatasync,rename,renameat,renameat2,linkat,unlinkat"
    let options = ["-f", "-qq", "-y", "-s", "8", "-E", "ASAN_OPTIONS=detect_leaks=0"]
    outcome = try strace.run(
      options + ["-e", "trace=\(calls)", "-o", folder.file("calls")]
        + (injection.map { ["-e", "inject=\($0)"] } ?? [])
        + [Program.built("StorageSteps").path, words[0], store] + words.dropFirst())
    let text = String(decoding: try Data(contentsOf: folder.file("calls").url), as: UTF8.self)
    isHindered = text.contains("(INJECTED)")
    var counts: [Substring: Int] = [:]
    var found: [(step: String, number: Int)] = []
    for line in text.split(separator: "\n") {
      // Process and call, as "4711 fsync": sanitizers make calls of their own.
      counts[line.prefix { $0 != "(" }, default: 0] += 1
      if let step = Self.step(line, store: store) {
        found.append((step, counts[line.prefix { $0 != "(" }, default: 0]))
      }
    }
    steps = found.map(\.step)
    numbers = found.map(\.number)
  }

  /// A hindrance of the same step in another run, as `strace --inject` takes it.
  func injection(_ hindrance: Hindrance) throws -> String {
    let likes = steps.indices.filter { steps[$0].hasPrefix(hindrance.step) }
    try #require(likes.count >= hindrance.number)
    let call = try #require(hindrance.step.split(separator: " ").first)
    return "\(call):\(hindrance.what):when=\(numbers[likes[hindrance.number - 1]])"
  }

  /// What a line of the trace says of the store; nil for what is about something else.
  private static func step(_ line: Substring, store: String) -> String? {
    let call = line.drop { $0.isNumber || $0 == " " }
    guard let name = call.split(separator: "(").first else { return nil }
    if call.hasPrefix("write(1<") { return "write answer" }
    // With -y a descriptor's path follows its number: 4</store/incoming/0123.part>.
    let things = call.matches(of: #/(?:\w+)<([^>]+)>/#).compactMap { match -> String? in
      let path = String(match.1)
      if path == store { return "store" }
      if "\(path)/" == "\(store)/".parent { return "parent" }
      guard path.hasPrefix("\(store)/") else { return nil }
      return path.contains("/incoming/") ? "file" : String(path.dropFirst(store.count + 1))
    }
    guard !things.isEmpty else { return nil }
    let flags = ["O_EXCL", "0600", "RENAME_NOREPLACE"].filter { call.contains($0) }
    return ([String(name)] + things + flags).joined(separator: " ")
  }
}

extension String {
  fileprivate var url: URL { URL(filePath: self) }

  /// The folder that holds a folder, with a slash at its end.
  fileprivate var parent: String {
    String(dropLast().prefix(through: dropLast().lastIndex(of: "/") ?? startIndex))
  }
}
