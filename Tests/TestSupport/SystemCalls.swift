internal import Foundation

/// What a program asked of the system, as `strace` saw it.
package struct SystemCalls: Sendable {
  /// The paths that were opened or looked at, process numbers made equal.
  package private(set) var paths: Set<String> = []
  /// The lines of calls that make or use a socket.
  package private(set) var network: [String] = []
  package let outcome: Outcome

  /// Runs a program under `strace`, its children too.
  package init(tracing program: Program, _ arguments: [String]) throws {
    let folder = try ScratchFolder()
    let log = folder.file("calls")
    // The leak sanitizer can't look at a process that is traced.
    let options = ["-f", "-qq", "-s", "4096", "-E", "ASAN_OPTIONS=detect_leaks=0"]
    outcome = try Tool.strace.run(
      options + ["-e", "trace=%file,%network", "-o", log, program.path] + arguments)
    let text = String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self)
    let traffic = ["socket(", "connect(", "bind(", "listen(", "sendto(", "sendmsg(", "accept"]
    for line in text.split(separator: "\n") {
      // A line is the process, spaces, and the call.
      let call = line.drop { $0.isNumber }.drop { $0 == " " }
      if Self.isBetweenOurs(call) { continue }
      if traffic.contains(where: { call.hasPrefix($0) }) { network.append(String(call)) }
      for (number, part) in call.split(separator: "\"", omittingEmptySubsequences: false)
        .enumerated()
      where number % 2 == 1 {
        paths.insert(Self.normal(String(part)))
      }
    }
  }

  /// Whether a call only talks over the pairs of sockets between our own processes; a socket of
  /// another kind was made by a call of its own.
  private static func isBetweenOurs(_ call: Substring) -> Bool {
    call.hasPrefix("socketpair(AF_UNIX")
      || (call.hasPrefix("sendmsg(") || call.hasPrefix("recvmsg(")
        || call.hasPrefix("<... sendmsg resumed") || call.hasPrefix("<... recvmsg resumed"))
        && !call.contains("sa_family")
  }

  /// A path with a process's number and a random part of a name replaced.
  private static func normal(_ path: String) -> String {
    guard path.hasPrefix("/proc/") else { return path }
    return path.split(separator: "/").map { $0.allSatisfy(\.isNumber) ? "N" : String($0) }
      .joined(separator: "/")
  }
}
