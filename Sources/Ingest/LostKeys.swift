internal import FFmpeg

/// The parts of the pictures whose key frame did not decode, and single pictures that did not.
///
/// Decoders go on with whatever picture they have, and do not always say so: what follows a key frame
/// is coded against a picture that is missing, up to the next key frame that decodes. Nor does every
/// decoder keep back a picture that it has just reported as wrong.
struct LostKeys {
  /// What is known of a packet that was given to a decoder.
  struct Picture {
    /// Its place in the order of decoding, from 0, without gaps.
    var number: Int
    /// When it is shown, in ticks; nil where the container does not tell.
    var time: Int64?
    var isKey: Bool
    /// What is left of it says, where it did not decode.
    var claim: PictureKind.Claim?
    /// Coded bytes.
    var size = 0
    /// Whether it is the other field of the picture before.
    var isSecondField = false
  }

  private struct Gap {
    var first: Int
    /// The key frame that ends it; `Int.max` until one came.
    var end = Int.max
    /// When that is shown.
    var time: Int64?
  }

  private let trustsFlags: Bool
  private var gaps: [Gap] = []
  private var single: Set<Int> = []
  /// The size of the largest packet since the last key frame, with that itself.
  private var largest = 0

  /// Pictures that are shown before a key frame come after it in so many packets.
  private static let reach = 2 * BrokenStart.mostLeading

  /// - Parameter trustsFlags: whether a packet that did not decode is flagged as what it was.
  init(trustsFlags: Bool) {
    self.trustsFlags = trustsFlags
  }

  /// Notes that a packet decoded, or that it did not.
  mutating func note(_ picture: Picture, failed: Bool) {
    let number = picture.number
    if failed { single.insert(number) }
    // A picture of two fields comes out when the first one decodes, with the number of either. A second
    // one without its first comes out with the next picture's first field, or not at all.
    if failed, picture.isSecondField { single.insert(number - 1) }
    largest = picture.isKey ? picture.size : max(largest, picture.size)
    let isOpen = gaps.last?.end == .max
    if failed {
      if mayBeKey(picture), !isOpen { gaps.append(Gap(first: number)) }
    } else if picture.isKey, isOpen {
      gaps[gaps.count - 1].end = number
      gaps[gaps.count - 1].time = picture.time
    }
  }

  /// Whether a picture that did not decode was a key frame, for all that is known.
  ///
  /// One that says nothing is told by its size: pictures that lean on others are smaller.
  private func mayBeKey(_ picture: Picture) -> Bool {
    if picture.isKey { return true }
    guard !trustsFlags, picture.claim != .leaning else { return false }
    return picture.claim == .key || picture.size >= largest - picture.size
  }

  /// Whether a picture did not decode, or leans on a key frame that is missing.
  func cover(_ frame: borrowing Frame) -> Bool {
    frame.packetNumber.map { cover($0, at: frame.timestamp) } ?? false
  }

  /// - Parameter time: when it is shown, in ticks.
  func cover(_ number: Int, at time: Int64? = nil) -> Bool {
    if single.contains(number) { return true }
    for gap in gaps.reversed() {
      if gap.end != .max, number > gap.end + Self.reach { break }
      if number >= gap.first, number < gap.end { return true }
      // What is shown before the key frame leans on both sides of it.
      if number > gap.end, let time, let end = gap.time, time < end { return true }
    }
    return false
  }
}
