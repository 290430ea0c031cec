/// A duration as a header states it: ticks of a clock.
public struct DeclaredDuration: Sendable, Equatable {
  /// The number of ticks.
  public var ticks: UInt64
  /// Ticks a second; never 0.
  public var timescale: UInt32

  /// A duration of `ticks` on a clock of `timescale` ticks a second.
  public init(ticks: UInt64, timescale: UInt32) {
    self.ticks = ticks
    self.timescale = timescale
  }
}
