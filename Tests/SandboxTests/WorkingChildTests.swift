internal import Foundation
internal import Glibc
internal import Rules
internal import Sandbox
internal import TestSupport
internal import Testing

/// What the kernel says of a child in the middle of its work.
@Suite struct WorkingChildTests {
  /// The lines of `/proc/N/status` that have a name and a number.
  private func status(_ process: Int32) -> [String: String] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2
        ? (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  private func descriptors(_ process: Int32) -> [String]? {
    let folder = "/proc/\(process)/fd"
    return try? FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  /// Looks at a child while it makes the sample's output.
  private func look<Seen>(_ body: (_ process: Int32) -> Seen?) throws -> Seen {
    let box = try MovieInABox(MovieInABox.sample)
    var seen: Seen?
    let outcome = try box.make(MovieInABox.runner(), MovieInABox.limits) { process in
      seen = body(process) ?? seen
    }
    guard case .answer(.made(let report, _)) = outcome, report.accepted else {
      throw ProgramError.notFound("a product: \(outcome)")
    }
    return try #require(seen)
  }

  @Test(.enabled(if: Kernel.hasFilters && !Sanitizer.isOn))
  func `A working child is confined, and has one thread`() throws {
    let seen = try look { status($0) }
    #expect(seen["Seccomp"] == "2")
    #expect(seen["NoNewPrivs"] == "1")
    #expect(seen["Threads"] == "1")
  }

  @Test func `A working child is the first to go where memory ends`() throws {
    let score = try look { process in
      try? String(contentsOfFile: "/proc/\(process)/oom_score_adj", encoding: .utf8)
    }
    #expect(score == "1000\n")
  }

  /// Whoever is not root can't look into a process that gives up being looked at.
  @Test(.enabled(if: geteuid() == 0))
  func `A working child has few descriptors, and no socket of a network`() throws {
    let open = try look { descriptors($0) }
    #expect((1...6).contains(open.count), "\(open)")
    // The channel is the one socket, of a pair that has no name and no network.
    #expect(open.filter { $0.hasPrefix("socket:") }.count == 1, "\(open)")
  }

  @Test(arguments: ["clipgate-runner", "clipgate"])
  func `No library of a network or a database is linked`(_ name: String) throws {
    let readelf = try #require(Program.installed("readelf"))
    let outcome = try readelf.run(["-d", try Program.built(name).path])
    let needed = outcome.output.split(separator: "\n").filter { $0.contains("NEEDED") }
    #expect(needed.contains { $0.contains("libavformat") })
    let ours = ["curl", "microhttpd", "libpq", "sqlite", "libcrypto", "libssl", "Networking"]
    for line in needed {
      #expect(!ours.contains { line.contains($0) }, "\(line)")
    }
  }
}
