internal import Foundation
internal import Storage
internal import TestSupport
internal import Testing

/// A store's steps in a process of their own (`StorageSteps`), as `strace` sees and hinders them.
struct StepTrace {
  /// The call and what it was about, in order: "fsync objects".
  let steps: [String]
  let outcome: Outcome

  /// Runs one step.
  ///
  /// - Parameters:
  ///   - words: the step, without its folder: `commit KEY PIECES`.
  ///   - store: where the store lies.
  ///   - hindrance: what happens to calls, as `strace --inject` takes it.
  init(_ words: [String], store: String, hindrance: String? = nil) throws {
    let strace = try #require(Program.installed("strace"))
    let folder = try ScratchFolder()
    let calls =
      "openat,mkdir,mkdirat,write,fsync,fdatasync,rename,renameat,renameat2,linkat,unlinkat"
    let options = ["-f", "-qq", "-y", "-s", "8", "-E", "ASAN_OPTIONS=detect_leaks=0"]
    outcome = try strace.run(
      options + ["-e", "trace=\(calls)", "-o", folder.file("calls")]
        + (hindrance.map { ["-e", "inject=\($0)"] } ?? [])
        + [Program.built("StorageSteps").path, words[0], store] + words.dropFirst())
    let text = String(decoding: try Data(contentsOf: folder.file("calls").url), as: UTF8.self)
    steps = text.split(separator: "\n").compactMap { Self.step($0, store: store) }
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
