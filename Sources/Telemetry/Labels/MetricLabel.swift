/// What tells series of one metric apart: a name, and values from a closed set, so that no client makes
/// series without end.
package protocol MetricLabel: Hashable, Sendable, CaseIterable, RawRepresentable<String> {
  /// As "outcome".
  static var name: String { get }
}
