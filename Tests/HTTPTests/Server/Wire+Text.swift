import TestSupport

extension Wire {
  /// Sends a text in which `|` ends a line.
  @discardableResult
  func send(_ text: String) -> Int { send(bytes(text)) }
}
