/// The status of an HTTP answer, 100 to 599.
package struct StatusLabel: Hashable, Sendable {
  package let code: Int

  /// - Parameter code: what is no status becomes the nearest one.
  package init(_ code: Int) { self.code = min(max(code, 100), 599) }
}
