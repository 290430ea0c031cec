internal import Foundation
internal import Glibc
internal import Rules
internal import Sandbox
internal import TestSupport

/// A sample, and the files that its results go to, open as the command line opens them.
final class MovieInABox {
  let folder: ScratchFolder
  let movie: Int32
  let output: Int32
  let poster: Int32
  let outputPath: String

  init(_ path: String) throws {
    folder = try ScratchFolder()
    outputPath = folder.file("out.mp4")
    // Names are lent for the calls.
    movie = unsafe open(path, O_RDONLY)
    output = unsafe open(outputPath, O_RDWR | O_CREAT, 0o600)
    poster = unsafe open(folder.file("out.jpg"), O_RDWR | O_CREAT, 0o600)
  }

  deinit { for descriptor in [movie, output, poster] { close(descriptor) } }

  static let request = Request.make(
    policy: Policy(), trim: .none, posterTime: .best, targetBytes: nil)

  /// Has a child make the output within limits.
  func make(
    _ runner: Runner, _ limits: ChildLimits, whileWorking: (Int32) -> Void = { _ in }
  ) throws -> ConfinedChild.Outcome {
    var child = try runner.child(limits)
    let process = child.process() ?? -1
    child.send(Self.request, descriptors: [movie, output, poster])
    let outcome = child.outcome(
      of: Self.request, within: .seconds(60), progress: { _ in whileWorking(process) })
    _ = child.end()
    return outcome
  }

  /// Has another child look at what was made.
  func verify(_ runner: Runner, _ expectation: Expectation) throws -> ConfinedChild.Outcome {
    let request = Request.verify(policy: Policy(), expectation: expectation)
    var child = try runner.child(ChildLimits(processorSeconds: 20, fileSize: 0))
    child.send(request, descriptors: [output])
    return child.outcome(of: request, within: .seconds(60))
  }

  /// The number of bytes that the output has.
  var outputBytes: Int { (try? Data(contentsOf: URL(filePath: outputPath)).count) ?? -1 }

  static func runner(_ words: [String] = []) throws -> Runner {
    try Runner(.program(path: Program.built("clipgate-runner").path, arguments: words))
  }

  static let limits = ChildLimits(processorSeconds: 30, fileSize: 10 << 20)
  static var sample: String { Checkout.path("samples/no-sound.mp4") }
}
