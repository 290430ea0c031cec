/// How a channel's spectrum is divided (`ics_info`, ISO/IEC 14496-3, 4.5.2.3).
struct AACWindow {
  /// Whether it is eight spectra of 128 lines, not one of 1,024.
  var isShort: Bool
  /// Bands that are coded, in each group.
  var bandCount: Int
  /// How many windows each group holds.
  var groups: [Int]
  /// Where bands begin, in lines of one window, and where the last one ends.
  var offsets: [Int]
}
