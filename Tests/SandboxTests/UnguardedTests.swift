internal import Foundation
internal import Glibc
internal import Sandbox
internal import TestSupport
internal import Testing

/// Files that name other files and servers, opened by a libav that refuses nothing, with one layer.
@Suite(
  .enabled(if: Kernel.confines && !Sanitizer.isOn), .enabled(if: Tool.strace.isInstalled),
  .enabled(if: !Hostile.movies.isEmpty))
struct UnguardedTests {
  static let references = Hostile.movies.filter { ["reference", "playlist"].contains($0.kind) }

  /// What reached outside: calls of the children that opened a path or sent a packet, visits to the
  /// canary, and its secret in what was read.
  private func reached(_ source: String, _ layers: Attacker.Layers) throws -> [String] {
    let folder = try ScratchFolder()
    let canary = try Canary()
    let path = try canary.attack(source, in: folder)
    let copy = folder.file("copy")
    let log = folder.file("calls")
    let attacker = try Program.built("Attacker").path
    let runner = try Runner(
      .program(
        path: try #require(Program.installed("strace")).path,
        arguments: [
          "-f", "-qq", "-s", "200", "-e", "trace=%file,%network,landlock_restrict_self,prctl", "-o",
          log, attacker, "openLikeAnybody", path,
        ] + layers.words))
    // Names are lent for the calls.
    let movie = unsafe open(path, O_RDONLY)
    let output = unsafe open(copy, O_RDWR | O_CREAT, 0o600)
    defer { for file in [movie, output] { close(file) } }
    var child = try runner.child(Attacker.limits)
    child.send(Attacker.request, descriptors: [movie, output])
    let outcome = child.outcome(of: Attacker.request, within: .seconds(30))
    if case .died(.absent) = outcome { Issue.record("no child") }
    _ = child.end()
    runner.close()
    let isTold = canary.isHeard(in: try Data(contentsOf: URL(filePath: copy)))
    return (canary.visits > 0 ? ["the canary was visited"] : [])
      + (isTold ? ["the canary's secret was read"] : [])
      + Self.outside(
        String(decoding: try Data(contentsOf: URL(filePath: log)), as: UTF8.self),
        // Landlock has no say about datagrams.
        countsDatagrams: layers != .landlock)
  }

  /// Lines of calls whose answer another process's line came before, put together.
  private static func whole(_ lines: [Substring]) -> [Substring] {
    let (cut, again) = (" <unfinished ...>", " resumed>")
    var begun: [Substring: Substring] = [:]
    return lines.compactMap { line in
      let process = line.prefix { $0 != " " }
      if line.hasSuffix(cut) {
        begun[process] = line.dropLast(cut.count)
        return nil
      }
      guard let place = line.range(of: again), let start = begun.removeValue(forKey: process) else {
        return line
      }
      return start + line[place.upperBound...]
    }
  }

  /// Lines of processes that have locked themselves in, of calls that then went well.
  private static func outside(_ log: String, countsDatagrams: Bool) -> [String] {
    var confined: Set<Substring> = []
    var datagrams: Set<String> = []
    return whole(log.split(separator: "\n")).compactMap { line in
      guard let process = line.split(separator: " ").first else { return nil }
      if line.contains("PR_SET_DUMPABLE") { confined.insert(process) }
      if line.contains(" socket("), line.contains("SOCK_DGRAM"),
        let number = line.components(separatedBy: " = ").last
      {
        datagrams.insert(number)
      }
      if !countsDatagrams, datagrams.contains(where: { line.contains("(\($0),") }) { return nil }
      let reaching = ["open(", "openat(", "connect(", "sendto(", "sendmmsg(", "bind("]
      guard confined.contains(process), reaching.contains(where: { line.contains(" \($0)") }),
        let answer = line.components(separatedBy: " = ").last, !answer.hasPrefix("?"),
        // A connection that is only begun has sent its first packet.
        !answer.hasPrefix("-1") || answer.contains("EINPROGRESS")
      else { return nil }
      return String(line)
    }
  }

  @Test(arguments: references)
  func `The filter alone lets nothing out`(_ entry: Hostile.Entry) throws {
    let reached = try reached(entry.path, .seccomp)
    #expect(reached == [])
  }

  /// Ports are Landlock's from its version 4 on.
  @Test(.enabled(if: Kernel.landlock ?? 0 >= 4), arguments: references)
  func `Landlock alone lets nothing out`(_ entry: Hostile.Entry) throws {
    let reached = try reached(entry.path, .landlock)
    #expect(reached == [])
  }

  /// Else the tests above would say nothing.
  @Test func `Without layers some of them reach outside`() throws {
    let all = try Self.references.flatMap { try reached($0.path, .none) }
    #expect(all.contains { $0.contains(" open") })
    #expect(all.contains { $0.contains(" connect(") })
    #expect(all.contains("the canary was visited"))
    #expect(all.contains("the canary's secret was read"))
  }
}
