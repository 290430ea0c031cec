/// A place in the list of clips, which stays when clips are added or deleted.
///
/// Clips are numbered as they are admitted, so that neither a clock that is set nor two clips of one
/// millisecond change their order.
package struct ClipCursor: Hashable, Sendable, LosslessStringConvertible {
  /// From 1, increasing.
  let number: Int64

  /// Digits, for a URL.
  package var description: String { String(number) }

  init(number: Int64) { self.number = number }

  /// Reads a cursor back from `description`; nil for anything else.
  package init?(_ description: String) {
    guard let number = Int64(description), number > 0, String(number) == description else {
      return nil
    }
    self.number = number
  }
}
