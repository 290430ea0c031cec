/// What processing will cost and bring, as a rule of thumb from the facts; nothing is decided by it.
///
/// The factors were fitted to 61 movies of phones, browsers, cameras and screens, each made at low and
/// at high: decision 0016 has how well they fit.
struct Prediction {
  /// How many bytes the output will have.
  let bytes: Int64
  /// How long processing will take on the machine that the factors were measured on.
  let time: Duration

  /// - Parameter limit: the most bytes of the output.
  /// - Returns: nil where the duration is unknown.
  init?(facts: Facts, policy: Policy, trim: Trim, limit: Int64, action: Plan.Action) {
    guard let presented = facts.duration.presented else { return nil }
    let kept = trim.kept(of: presented, limit: policy.maxDuration) ?? .zero..<Duration.zero
    let length = (kept.upperBound - kept.lowerBound).printedSeconds
    let sound = facts.audio == nil ? 0 : Self.soundBytes(policy.profile, length)
    var pictureBytes = 0.0
    // Reading, measuring, starting and checking.
    var seconds = 0.02
    if let video = facts.video {
      let rate = Self.frameRate(video)
      let count = (
        decoded: max(1, kept.upperBound.printedSeconds * rate),
        made: max(1, length * min(rate, Double(policy.profile.maxFrameRate)))
      )
      pictureBytes =
        action == .encode
        ? Self.codedBytes(video, policy.profile, count.made, length)
        : Double(video.bitRate ?? 0) * length / 8
      seconds += Self.decoding(video, count.decoded, kept.upperBound.printedSeconds)
      if action == .encode {
        seconds += Self.making(video, policy.profile, count.made, bytes: pictureBytes)
      }
    }
    if facts.audio != nil, action != .copy { seconds += length * Self.soundFactor }
    // The boxes of the head.
    let whole = action == .copy ? Double(facts.bytes) : 900 + pictureBytes + sound
    bytes = min(Int64(min(whole, 1e15).rounded()), action == .copy ? facts.bytes : limit)
    time = .microseconds(Int64(min(seconds, 1e9) * 1_000_000))
  }

  /// Shown pictures a second, in a range that movies have.
  private static func frameRate(_ video: VideoFacts) -> Double {
    guard let rate = video.frameRate, rate > 0 else { return 30 }
    return min(rate, 1_000)
  }

  /// Bytes of encoded sound with its part of the index: AAC has 1,024 samples a packet, at 48 kHz.
  private static func soundBytes(_ profile: Profile, _ length: Double) -> Double {
    length * (Double(profile.audioBitRate) / 8 + 48_000 / 1_024 * 6)
  }

  /// Bytes of encoded pictures with their part of the index.
  ///
  /// A picture takes what a hand-held one takes at the profile's quality, by how many bits a pixel of
  /// the source has: those tell of a still screen or of noise. The first one is a key frame. More than
  /// the source takes itself never comes out.
  private static func codedBytes(
    _ video: VideoFacts, _ profile: Profile, _ count: Double, _ length: Double
  ) -> Double {
    let size = profile.outputSize(displayWidth: video.width, displayHeight: video.height)
    let pixels = Double(size.width) * Double(size.height)
    let density = video.bitRate.map {
      Double($0) / frameRate(video) / max(1, Double(video.width) * Double(video.height))
    }
    let busy = density.map { min(4, max(0.02, root(max($0, 0) / 0.197))) } ?? 0.66
    let estimate =
      pixels * (0.15 * busy.squareRoot() + (count - 1) * profile.bitsPerPixel * busy) / 8
    let source = video.bitRate.map { Double($0) * length / 8 } ?? estimate
    return min(estimate, source > 0 ? source : estimate) + count * 14
  }

  /// The power of three quarters.
  private static func root(_ value: Double) -> Double {
    let root = value.squareRoot()
    return root * root.squareRoot()
  }

  // Seconds for a million pixels, a million bytes or a second of sound, on one core of 2026's servers.
  private static let readFactor = 0.125
  private static let scaleFactor = 0.0014
  private static let encodeFactor = 0.0037
  private static let codedFactor = 0.15
  private static let toneFactor = 0.018
  private static let soundFactor = 0.009

  /// Seconds of decoding `count` pictures of `length` seconds.
  private static func decoding(_ video: VideoFacts, _ count: Double, _ length: Double) -> Double {
    let pixels = Double(video.codedWidth) * Double(video.codedHeight) / 1e6
    let bytes = Double(video.bitRate ?? 0) * length / 8e6
    return count * pixels * video.decodingFactor + bytes * readFactor
  }

  /// Seconds of scaling, tone-mapping and encoding `count` pictures.
  private static func making(
    _ video: VideoFacts, _ profile: Profile, _ count: Double, bytes: Double
  ) -> Double {
    let size = profile.outputSize(displayWidth: video.width, displayHeight: video.height)
    let made = Double(size.width) * Double(size.height) / 1e6
    let pixels = Double(video.codedWidth) * Double(video.codedHeight) / 1e6
    let tone = video.hdr == nil ? 0 : toneFactor
    return count * (pixels * scaleFactor + made * (encodeFactor + tone)) + bytes / 1e6 * codedFactor
  }
}

extension VideoFacts {
  /// Seconds for a million decoded pixels, beside what their bytes take.
  fileprivate var decodingFactor: Double {
    switch codec {
    case "h264": 0.000_16
    case "hevc": 0.002_1
    case "vp8", "vp9": 0.001_2
    case "av1": 0.002_3
    default: 0.000_85
    }
  }
}

extension Profile {
  /// Bits that x264 spends on a pixel of a hand-held phone's picture at the profile's rate factor.
  fileprivate var bitsPerPixel: Double {
    switch self {
    case .low: 0.06
    case .medium: 0.069
    case .high: 0.084
    }
  }
}
