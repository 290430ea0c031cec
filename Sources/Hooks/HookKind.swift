/// The hooks of tusd that have something to decide or to do here, by the names that tusd gives them.
///
/// tusd has more of them (`post-create`, `post-receive`, `pre-terminate`, …), and later versions may have others: whoever is
/// called for one of those has nothing to say, and the upload goes on.
package enum HookKind: String, Sendable {
  /// Before there is an upload; tusd waits for the answer.
  case preCreate = "pre-create"
  /// All bytes are there, and tusd waits for what to answer its client.
  case preFinish = "pre-finish"
  /// All bytes are there, and the client has its answer.
  case postFinish = "post-finish"
}
