extension Plan {
  /// About how many bytes the output will have, or nil where the duration is unknown.
  ///
  /// A rule of thumb from the kept time, the output's size and its rate: what a moving hand-held
  /// picture takes at the profile's quality, and never more than the source takes itself. Movies of
  /// a screen or of a still scene come out several times smaller, noisy ones up to twice as large.
  static func predictedBytes(
    facts: Facts, policy: Policy, trim: Trim, targetBytes: Int64?
  ) -> Int64? {
    guard let presented = facts.duration.presented else { return nil }
    let kept = trim.kept(of: presented, limit: policy.maxDuration)
    let length = kept.map { $0.upperBound - $0.lowerBound } ?? .zero
    // An estimate may use floating point; nothing is decided by it.
    let seconds = length.printedSeconds
    var bitRate = 0.0
    var samples = 0.0
    if let video = facts.video {
      let rate = frameRate(video, policy.profile)
      bitRate += pictureBitRate(video, policy.profile, frameRate: rate)
      samples += rate
    }
    if facts.audio != nil {
      bitRate += Double(policy.profile.audioBitRate)
      // AAC has 1024 samples a packet, at 48 kHz.
      samples += 48_000 / 1_024
    }
    // The boxes: a head, and about a dozen bytes a sample in its tables.
    let estimate = 1_500 + seconds * (bitRate / 8 + samples * 12)
    let bytes = Int64(min(estimate, 1e15).rounded())
    return min(bytes, targetBytes ?? policy.maxBytes)
  }

  private static func frameRate(_ video: VideoFacts, _ profile: Profile) -> Double {
    let limit = Double(profile.maxFrameRate)
    guard let rate = video.frameRate, rate > 0 else { return limit }
    return min(rate, limit)
  }

  private static func pictureBitRate(
    _ video: VideoFacts, _ profile: Profile, frameRate: Double
  ) -> Double {
    let size = profile.outputSize(displayWidth: video.width, displayHeight: video.height)
    let estimate = Double(size.width * size.height) * frameRate * profile.bitsPerPixel
    guard let source = video.bitRate, source > 0 else { return estimate }
    return min(estimate, Double(source))
  }
}

extension Profile {
  /// Bits that x264 spends on a pixel of a hand-held phone's picture at the profile's rate factor;
  /// measured on clips of phones, between 0.02 and 0.13.
  fileprivate var bitsPerPixel: Double {
    switch self {
    case .low: 0.04
    case .medium: 0.045
    case .high: 0.058
    }
  }
}
