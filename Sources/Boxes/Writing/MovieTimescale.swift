/// The ticks a second that a movie's header and edit lists count in, and times in them.
///
/// An edit's length is written in the movie's timescale and applied in the track's. Where the two
/// differ, rounding could show a sample too few of the sound or drop a picture that lasts one tick.
/// The least common multiple of the track's timescales makes both exact, and is used as long as it
/// keeps a clip's lengths in 32 bits; past that the sound stays exact, and the picture is rounded
/// up, by less than 12 µs, so that nothing shown is cut.
struct MovieTimescale: Equatable {
  /// Ticks a second.
  let ticks: UInt32

  /// Up to here (2^24) lengths of four minutes stay in 32 bits.
  private static let greatestMultiple: UInt64 = 1 << 24
  /// A tick of this timescale is 11.2 µs.
  private static let leastTicks: UInt64 = 90_000

  /// Chooses for the two tracks; `audio` is nil for a silent movie.
  init(video: UInt32, audio: UInt32?) throws(IndexWriterError) {
    guard video > 0, video <= UInt32(Int32.max) else {
      throw IndexWriterError(.timescale, track: .video)
    }
    guard let audio else {
      ticks = video
      return
    }
    guard audio > 0, audio <= UInt32(Int32.max) else {
      throw IndexWriterError(.timescale, track: .audio)
    }
    let common = UInt64(video / Self.greatestDivisor(video, audio)) * UInt64(audio)
    if common <= Self.greatestMultiple {
      ticks = UInt32(common)
    } else {
      let rate = UInt64(audio)
      let factor = max(1, (Self.leastTicks + rate - 1) / rate)
      ticks = UInt32(factor * rate)  // below the greater of 2^31 and twice 90,000
    }
  }

  /// `duration` ticks of `timescale` in the movie's ticks, rounded up where it must be.
  func scaled(_ duration: UInt64, from timescale: UInt32) throws(IndexWriterError) -> UInt64 {
    let product = duration.multipliedFullWidth(by: UInt64(ticks))
    let divisor = UInt64(timescale)
    // A high half as great as the divisor means a quotient over 64 bits, which would trap.
    guard product.high < divisor else { throw IndexWriterError(.tooLarge) }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    guard remainder > 0 else { return quotient }
    let (rounded, overflow) = quotient.addingReportingOverflow(1)
    guard !overflow else { throw IndexWriterError(.tooLarge) }
    return rounded
  }

  private static func greatestDivisor(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
