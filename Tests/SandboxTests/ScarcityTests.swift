internal import Foundation
internal import Glibc
internal import Rules
internal import Sandbox
internal import TestSupport
internal import Testing

/// Children that run out of memory, or out of room for what they write, anywhere on their way.
@Suite(.enabled(if: !Sanitizer.isOn)) struct ScarcityTests {
  /// What a child maps that does nothing, in bytes.
  private func idleSize(_ runner: Runner) throws -> UInt64 {
    var child = try runner.child(MovieInABox.limits)
    let told = child.process()
    let process = try #require(told)
    child.send(Attacker.request, descriptors: [])
    _ = child.outcome(of: Attacker.request, within: .seconds(20))
    let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").first.flatMap { UInt64($0) })
    return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Either a failure that says so, or the whole right product.
  private func problem(
    _ outcome: ConfinedChild.Outcome, _ box: MovieInABox, _ runner: Runner, right: OutputReport
  ) throws -> String? {
    switch outcome {
    case .cancelled: return "cancelled"
    case .died(.garbled), .died(.deadline): return "\(outcome)"
    case .died, .answer(.failed): return nil
    case .answer(.made(let report, let expectation)):
      guard let expectation else {
        let codes = Set(report.reasons.map(\.code))
        // libavcodec passes want of memory on as damage at some places.
        return report.accepted || !codes.isSubset(of: [.tooComplex, .corrupt]) ? "\(codes)" : nil
      }
      guard case .answer(.verified(let made)) = try box.verify(runner, expectation) else {
        return nil
      }
      return made == right ? nil : "another product: \(made)"
    case .answer: return "\(outcome)"
    }
  }

  private func product(_ runner: Runner) throws -> OutputReport {
    let box = try MovieInABox(MovieInABox.sample)
    let outcome = try box.make(runner, MovieInABox.limits)
    guard case .answer(.made(_, let expectation?)) = outcome,
      case .answer(.verified(let right)) = try box.verify(runner, expectation)
    else { throw ProgramError.notFound("a product: \(outcome)") }
    return right
  }

  /// Makes the sample once with each bound.
  ///
  /// - Returns: how often it came out.
  private func sweep(
    _ runner: Runner, right: OutputReport, _ sizes: [UInt64],
    bound: (inout ChildLimits, UInt64) -> Void
  ) throws -> Int {
    var whole = 0
    for size in sizes {
      let box = try MovieInABox(MovieInABox.sample)
      var limits = MovieInABox.limits
      bound(&limits, size)
      let outcome = try box.make(runner, limits)
      if case .answer(.made(_, .some)) = outcome { whole += 1 }
      let problem = try problem(outcome, box, runner, right: right)
      #expect(problem == nil, "at most \(size) bytes")
      #expect(box.outputBytes <= Int(limits.fileSize))
    }
    return whole
  }

  @Test func `Memory that ends anywhere is a clear failure, or the whole product`() throws {
    let runner = try MovieInABox.runner()
    let right = try product(runner)
    let idle = try idleSize(runner)
    let step = (ChildLimits.usualAddressSpace - idle) / 40
    // Most steps have room for all; the first of them have every obstacle.
    let sizes = (0..<40).map { idle + UInt64($0) * step } + (0..<40).map { idle + UInt64($0) << 21 }
    let whole = try sweep(runner, right: right, sizes) { $0.addressSpace = $1 }
    #expect((1..<sizes.count).contains(whole), "both ends of the sweep are seen")
  }

  @Test func `A write that fails anywhere is a clear failure`() throws {
    let runner = try MovieInABox.runner()
    let right = try product(runner)
    let sizes = (0...20).map { UInt64(right.bytes) * UInt64($0) / 20 }
    let whole = try sweep(runner, right: right, sizes) { $0.fileSize = $1 }
    #expect(whole == 1, "only the last has room for all")
  }
}
