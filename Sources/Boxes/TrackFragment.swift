/// One `traf` while it is read.
struct TrackFragment {
  /// The track's place in the movie.
  let track: Int
  let defaults: FragmentDefaults
  /// What data offsets count from.
  let base: UInt64
  /// Where the next run's data starts, where it does not say.
  var nextData: UInt64
  var hasRun = false
}
