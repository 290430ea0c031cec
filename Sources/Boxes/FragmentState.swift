/// What the fragments of a movie share while they are read (ISO/IEC 14496-12, 8.8).
struct FragmentState {
  /// Where the open `moof` starts.
  var start: UInt64 = 0
  /// `trex` by track number.
  var defaults: [UInt32: FragmentDefaults] = [:]
  /// Where the next track fragment's data starts, where it does not say: at the `moof` for the
  /// first one, else after the data of the one before.
  var previousEnd: UInt64 = 0
  /// What fragments are called.
  var numbers = FragmentNumbers()
  /// The open `traf`, from its header on.
  var fragment: TrackFragment?
}
