internal import Foundation
internal import TestSupport
internal import Testing

/// An admission in another process (`LedgerSteps`), as `strace` sees and hinders it.
struct LedgerTrace {
  /// The call and what it was about, in order: "fdatasync log".
  let steps: [String]
  let outcome: Outcome

  /// Admits one movie.
  ///
  /// - Parameters:
  ///   - path: the ledger's file, in a folder of its own.
  ///   - injection: what happens to a call, as `strace --inject` takes it.
  init(at path: String, injection: String? = nil) throws {
    let strace = try #require(Program.installed("strace"))
    let folder = try ScratchFolder()
    let calls = "mkdir,mknod,mknodat,pwrite64,write,fsync,fdatasync,ftruncate,unlink"
    let options = ["-f", "-qq", "-y", "-s", "8", "-E", "ASAN_OPTIONS=detect_leaks=0"]
    outcome = try strace.run(
      options + ["-e", "trace=\(calls)", "-o", folder.file("calls")]
        + (injection.map { ["-e", "inject=\($0)"] } ?? [])
        + [Program.built("LedgerSteps").path, "admit", path, "0", "1"])
    let text = try String(contentsOfFile: folder.file("calls"), encoding: .utf8)
    steps = text.split(separator: "\n").compactMap { Self.step($0, path: path) }
  }

  /// What a line of the trace says of the ledger; nil for what is about something else.
  private static func step(_ line: Substring, path: String) -> String? {
    let call = line.drop { $0.isNumber || $0 == " " }
    guard let name = call.split(separator: "(").first else { return nil }
    if call.hasPrefix("write(1<") { return "write answer" }
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex))
    let things = [
      ("log", "\(path)-wal"), ("index", "\(path)-shm"), ("journal", "\(path)-journal"),
      ("database", path), ("folder", folder),
      ("parent", String(folder.prefix(upTo: folder.lastIndex(of: "/") ?? folder.endIndex))),
    ]
    // A descriptor's path follows its number with -y; other paths are quoted.
    for (thing, path) in things where call.contains("<\(path)>") || call.contains("\"\(path)\"") {
      return "\(name) \(thing)"
    }
    return nil
  }
}
