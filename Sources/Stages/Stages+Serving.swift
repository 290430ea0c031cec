internal import Ingest
internal import Rules
package import Sandbox

extension Stages {
  /// Does what every child would else do for itself, once and before any movie is there: the
  /// libraries' own tables, and what Swift looks up when it first reads or writes a message.
  private static func warmUp() {
    _ = Capabilities.current()
    Rehearsal.run()
  }

  /// The life of a fork server whose children do stages, with all layers that this machine has.
  ///
  /// - Returns: the process's exit code.
  /// - Throws: what keeps it from confining anything.
  package static func serve(_ channel: consuming Channel, children: Int) throws -> Int32 {
    try ForkServer.serve(channel, mostChildren: children) { request, descriptors, progress in
      perform(request, descriptors, progress: progress)
    } prepare: {
      let layers = try Layers(profile: .builtIn())
      warmUp()
      return layers
    }
  }
}
