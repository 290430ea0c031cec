/// The numbers that fragments bear in the order of the file (`mfhd`, ISO/IEC 14496-12, 8.8.5), and
/// where a track's time jumps between two of them.
///
/// A fragment that was left out leaves a gap in both. A gap in the numbers alone is how its writer
/// counts, and one in time alone is a pause.
struct FragmentNumbers {
  /// A part of a track's time line that no sample fills.
  struct Hole {
    /// The fragments by their places, of which the first may come right after it or any up to the last.
    var fragments: Range<Int>
    /// In ticks of the track's clock.
    var length: UInt64
  }

  private var last: UInt32?
  /// By how much each fragment's number is larger than that of the one before; nil where that is not
  /// known, or the numbers begin anew.
  private var steps: [UInt32?] = []

  /// The number of fragments so far.
  var count: Int { steps.count }

  /// Begins a fragment, of which the number is not known yet.
  mutating func begin() { steps.append(nil) }

  /// Says which number the fragment has that was begun last.
  mutating func name(_ number: UInt32) {
    guard let place = steps.indices.last else { return }
    if let last, number > last { steps[place] = number - last }
    last = number
  }

  /// Those of the holes where numbers are missing, too.
  ///
  /// - Parameter holes: of all tracks, those that are long enough for a sample.
  /// - Returns: whether each of them is one.
  func areLosses(_ holes: [Hole]) -> [Bool] {
    var isAtHole = [Bool](repeating: false, count: steps.count)
    for hole in holes { for place in hole.fragments { isAtHole[place] = true } }
    // Some writers count by more than one, and some pause before each fragment.
    let usual =
      Self.mostFrequent(zip(steps, isAtHole).compactMap { $1 ? nil : $0 }, atLeast: 1)
      ?? Self.mostFrequent(steps.compactMap(\.self), atLeast: 2) ?? 1
    return holes.map { hole in hole.fragments.contains { steps[$0] ?? 0 > usual } }
  }

  /// Of equally frequent ones the largest; nil where none comes so often.
  private static func mostFrequent(_ steps: [UInt32], atLeast least: Int) -> UInt32? {
    Dictionary(grouping: steps) { $0 }.mapValues(\.count)
      .filter { $0.value >= least }
      .max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }
}
