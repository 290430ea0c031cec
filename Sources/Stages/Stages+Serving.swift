internal import Ingest
internal import Rules
package import Sandbox

extension Stages {
  /// The life of a fork server whose children do stages, with all layers that this machine has.
  ///
  /// - Parameters:
  ///   - channel: orders come over it.
  ///   - children: the most that are at work at once.
  ///   - keepsSpare: whether a child waits for each next order, warmed up: for a server, whose clients
  ///     wait. A program that has a file or two is done before it pays.
  /// - Returns: the process's exit code.
  /// - Throws: what keeps it from confining anything.
  package static func serve(
    _ channel: consuming Channel, children: Int, keepsSpare: Bool
  ) throws -> Int32 {
    try ForkServer.serve(channel, mostChildren: children, keepsSpare: keepsSpare) {
      request, descriptors, progress in
      perform(request, descriptors, progress: progress)
    } settle: {
      settle()
    } prepare: {
      let layers = try Layers(profile: .builtIn())
      _ = Capabilities.current()
      Rehearsal.run()
      if keepsSpare { rehearse() }
      return layers
    }
  }
}
