extension Duration {
  /// The longest duration whose whole seconds fit in 64 bits.
  static let longestTold = Duration(
    secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
  /// The same below zero.
  static let shortestTold = Duration(
    secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999)

  /// Seconds and attoseconds, of the nearest duration that can be told so.
  ///
  /// `components` traps on a duration of more seconds than 64 bits hold, as already the difference
  /// of two that were read can be.
  var toldComponents: (seconds: Int64, attoseconds: Int64) {
    min(max(self, Self.shortestTold), Self.longestTold).components
  }
}
