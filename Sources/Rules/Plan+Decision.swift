extension Plan {
  /// What processing does with an accepted movie, with every reason for it, the weightiest first.
  ///
  /// Pictures that meet the profile are kept as they are: `copy` keeps the sound too, `remux` encodes
  /// it. The reasons tell what keeps picture or sound from being copied.
  ///
  /// - Parameters:
  ///   - facts: of the movie, accepted by the policy.
  ///   - policy: the limits, and the profile of the output.
  ///   - trim: what is cut off.
  ///   - targetBytes: the most bytes of the output, or nil for the policy's.
  ///   - countsHiddenMedia: whether hidden media has pictures encoded. The facts do not tell of what
  ///     track it is; where it is the sound alone, pictures may be kept.
  /// - Returns: the plan; its `predictedSeconds` are those of `Prediction`'s machine.
  public static func decide(
    facts: Facts, policy: Policy, trim: Trim = .none, targetBytes: Int64? = nil,
    countsHiddenMedia: Bool = true
  ) -> Plan {
    let profile = policy.profile
    var reasons: [String] = []
    if let video = facts.video {
      reasons += pictureReasons(video, profile)
    }
    if isCut(facts, policy, trim) { reasons.append("trim") }
    if countsHiddenMedia, let stored = facts.duration.stored,
      let presented = facts.duration.presented,
      stored - presented > policy.tolerance
    {
      reasons.append("hidden media")
    }
    // GIF is the name of a codec too, and told once.
    if !copiedContainers.contains(facts.container), facts.container.rawValue != facts.video?.codec {
      reasons.append(facts.container.rawValue)
    }
    let limit = min(policy.maxBytes, targetBytes ?? policy.maxBytes)
    if reasons.isEmpty, facts.bytes > limit { reasons.append("over \(ByteCount(limit))") }
    let sound = facts.audio.map { soundReasons($0, profile) } ?? []
    let action: Action = !reasons.isEmpty ? .encode : sound.isEmpty ? .copy : .remux
    reasons += sound
    if reasons.isEmpty { reasons.append("made to the profile") }
    var plan = Plan(action: action, reasons: reasons)
    plan.predict(facts: facts, policy: policy, trim: trim, targetBytes: targetBytes)
    return plan
  }

  /// Predicts what the action will cost and bring; its parameters are those of `decide`.
  ///
  /// The time is that of the machine on which `Prediction` was measured.
  package mutating func predict(
    facts: Facts, policy: Policy, trim: Trim, targetBytes: Int64?
  ) {
    let prediction = Prediction(
      facts: facts, policy: policy, trim: trim,
      limit: min(policy.maxBytes, targetBytes ?? policy.maxBytes), action: action)
    predictedBytes = prediction?.bytes
    predictedSeconds = prediction?.time
  }

  /// Containers whose coded pictures can be told from their index to be whole and in order.
  private static let copiedContainers: Set<Container> = [.mp4, .quicktime, .threeGP]

  /// How much later than the other one picture or sound may start in a copy, where both start at 0.
  private static let alignment = Duration.milliseconds(1)

  private static func pictureReasons(_ video: VideoFacts, _ profile: Profile) -> [String] {
    let long = max(video.width, video.height)
    let short = min(video.width, video.height)
    let isDeep = video.bitDepth.map { $0 != 8 } ?? false
    // Full range has a pixel format of its own in libav, and the same layout.
    let isFull = video.color.range == "pc" || video.pixelFormat == "yuvj420p"
    let is420 = video.pixelFormat.map { $0.hasPrefix("yuv420p") || $0 == "yuvj420p" } ?? true
    let rate = video.frameRate ?? 0
    let all: [(Bool, String)] = [
      (video.hdr != nil, "HDR"),
      (long > profile.longSide || short > profile.shortSide, "over \(profile.box)"),
      // Measured rates of whole ones waver: 30 frames in 0.9995 s are no more than 30 a second.
      (rate > Double(profile.maxFrameRate) * 1.001, "over \(profile.maxFrameRate) fps"),
      (video.codec != "h264", video.codec),
      (hasOtherProfile(video), "h264 \(video.profile ?? "")"),
      (isDeep && video.hdr == nil, "\(video.bitDepth ?? 0)-bit"),
      (!is420, "not 4:2:0"),
      (video.pixelFormat == nil, "unknown pixel format"),
      (isFull, "full range"),
      (!isFull && video.hdr == nil && !isTagged(video.color), "colour not tagged bt709"),
      (video.rotation != 0, "turned \(video.rotation)°"),
      (video.mirrored, "mirrored"),
      (video.sampleAspectRatio != SampleAspectRatio.square.description, "non-square pixels"),
      (video.width % 2 != 0 || video.height % 2 != 0, "odd size"),
      (video.interlaced, "interlaced"),
      (
        video.bitRate ?? 0 > Int64(profile.maxCopiedVideoBitRate),
        "over \((Double(profile.maxCopiedVideoBitRate) / 1_000_000).shortText) Mb/s"
      ),
      (video.start ?? .zero > alignment, "pictures start late"),
    ]
    return all.filter(\.0).map(\.1)
  }

  /// Whether the colours are tagged as every output's are; a range left open is the limited one.
  private static func isTagged(_ color: ColorFacts) -> Bool {
    [color.primaries, color.transfer, color.matrix].allSatisfy { $0 == "bt709" }
      && color.range ?? "tv" == "tv"
  }

  /// Whether H.264 is of another profile than those that phones and browsers all play.
  private static func hasOtherProfile(_ video: VideoFacts) -> Bool {
    guard video.codec == "h264", let profile = video.profile else { return false }
    return !["Constrained Baseline", "Main", "High"].contains(profile)
  }

  private static func soundReasons(_ audio: AudioFacts, _ profile: Profile) -> [String] {
    let limit = profile.maxCopiedAudioBitRate
    let all: [(Bool, String)] = [
      (audio.codec != "aac", "\(audio.codec) sound"),
      (audio.codec == "aac" && audio.profile != "LC", "\(audio.profile ?? "unknown AAC") sound"),
      (audio.channels > 2, "over 2 channels"),
      (audio.bitRate ?? 0 > Int64(limit), "sound over \(limit / 1_000) kb/s"),
      (audio.start ?? .zero > alignment, "sound starts late"),
    ]
    return all.filter(\.0).map(\.1)
  }

  /// Whether `trim` leaves out anything at all: one that ends past the movie's end does not.
  private static func isCut(_ facts: Facts, _ policy: Policy, _ trim: Trim) -> Bool {
    guard let presented = facts.duration.presented else { return !trim.isNone }
    guard presented > .zero else { return false }
    return trim.kept(of: presented, limit: policy.maxDuration) != .zero..<presented
  }
}

extension Profile {
  /// The box that output pictures fit.
  var box: PictureSize { PictureSize(width: longSide, height: shortSide) }

  /// The highest rate of AAC-LC sound, in bits a second, that may be copied: a quarter over its own.
  public var maxCopiedAudioBitRate: Int { audioBitRate * 5 / 4 }
}
