internal import FFmpeg

/// How fast this machine computes, so that a time measured on another one can be told for it.
struct MachineSpeed {
  /// Time of this machine over that of the machine on which `Prediction` was measured.
  let factor: Double

  /// Hashes 64 KiB three times by libavutil's plain C and takes the best, about a millisecond in all:
  /// integer arithmetic on a processor's own, as decoding is.
  ///
  /// - Throws: `FFmpegError` where memory ends.
  static func measured() throws(FFmpegError) -> MachineSpeed {
    let bytes = [UInt8](repeating: 0x5A, count: 65_536)
    var best = Duration.seconds(1)
    for _ in 0..<3 {
      let start = Clock.thread
      var hash = try SHA256()
      hash.update(bytes)
      _ = hash.finish()
      best = min(best, Clock.thread - start)
    }
    // A clock of coarse ticks may see no time pass; then nothing is known.
    guard best > .zero else { return MachineSpeed(factor: 1) }
    return MachineSpeed(factor: best / reference)
  }

  /// What the hash took on the machine of the measurements.
  private static let reference = Duration.microseconds(114)
}
