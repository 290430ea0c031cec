internal import Rules

/// How many of a movie's pictures can't be shown, and what follows from that.
///
/// One place for all who judge: `check` by what the first key frame tells, `check --deep` and `process`
/// by what decoded.
struct Losses {
  /// Pictures that are to be shown, without those below; two fields that are a packet each are one.
  var shown: Int
  /// How many of these decoded.
  var decoded: Int
  /// Those that were coded before the first key frame, with nothing to decode them from.
  var early = 0
  /// Those that lie in parts of the file that are not there.
  var absent = 0
  /// Those that lean on what is before the first key frame, and belong to another movie: they never
  /// refuse.
  var leading = 0

  /// Above this share of shown pictures that don't decode, a movie is corrupt.
  static let corruptShare = 0.1

  /// Pictures that were given to a decoder and did not come out.
  var undecoded: Int { max(0, shown - decoded) }

  /// The reason that too many pictures don't decode, or nil.
  func refusal(stream: Int) -> Reason? {
    let lost = undecoded + early + absent
    let all = shown + early + absent
    guard Double(lost) > Double(all) * Self.corruptShare else { return nil }
    return Reason(
      .corrupt, observed: Double(lost), limit: Double(all) * Self.corruptShare, unit: "pictures",
      stream: stream, message: "\(lost) of \(all) pictures can't be decoded.")
  }

  /// The warning that some pictures don't decode, or nil; of absent ones it is told by itself.
  var warning: Warning? {
    let missing = early + leading
    guard undecoded + missing > 0 else { return nil }
    return Warning(
      .damagedPictures,
      message: "\(undecoded + missing) of \(shown + missing) pictures can't be decoded.")
  }

  /// What a pass over a part of the movie, whose own losses are `part`, makes of it.
  ///
  /// The part is judged by itself. What the whole lacks at its start is held against the whole, as
  /// `check` does: a trim makes it no larger a share.
  func refusal(after part: Losses, stream: Int) -> Reason? {
    var whole = self
    // An edit list may show packets again, each time anew.
    whole.shown = max(shown, part.shown)
    whole.decoded = whole.shown - part.undecoded
    return whole.refusal(stream: stream) ?? part.refusal(stream: stream)
  }
}
