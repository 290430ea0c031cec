/// Finds the known word that a mistyped one most likely meant.
enum NearestWord {
  /// The word of `known` with the fewest edits to `word`; of several, the first.
  static func nearest<S: Sequence>(to word: String, in known: S) -> String?
  where S.Element == String {
    var best: (word: String, distance: Int)?
    for candidate in known {
      let distance = distance(word, candidate)
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other
  /// (optimal string alignment); letters of either case are the same.
  ///
  /// Only the first 64 characters of each count, so that a hostile argument costs nothing.
  static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first.lowercased().prefix(64))
    let b = Array(second.lowercased().prefix(64))
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
