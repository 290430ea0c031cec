internal import Ingest
internal import Rules
internal import Sandbox

extension Stages {
  /// Does what every child would else do for itself, once and before any movie is there: the
  /// libraries' own tables, and what Swift looks up when it first reads or writes a message.
  package static func warmUp() {
    _ = Capabilities.current()
    Rehearsal.run()
  }
}
