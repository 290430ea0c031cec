import Rules

extension Duration {
  /// The longest and the shortest that can be told, and what decimals of a second can't say.
  static let extremes: [Duration] = [
    Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999),
    Duration(secondsComponent: .min, attosecondsComponent: -999_999_999_999_999_999),
    .seconds(Int64.max), .seconds(Int64.min), .zero, attosecond, .zero - attosecond, third,
    .zero - third, .seconds(5), .milliseconds(-40), .nanoseconds(1_234_567_891),
  ]

  static let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
  static let third = Duration.seconds(1) / 3
}

extension Facts {
  /// Every number at its largest, every duration this one, and text that needs escapes.
  static func extreme(_ duration: Duration?) -> Facts {
    let text = "\u{0}\n\"\\é\u{1F3AC}"
    return Facts(
      bytes: .max, container: .threeGP, brand: text, fastStart: true, fragmented: true,
      duration: DurationFacts(
        declared: duration, presented: duration, stored: duration, audioClock: duration),
      video: VideoFacts(
        index: .max, codec: text, profile: text, pixelFormat: text, bitDepth: .max,
        codedWidth: .max, codedHeight: .max, width: .max, height: .max, rotation: .max,
        mirrored: true, sampleAspectRatio: text, frameCount: .max,
        frameRate: .greatestFiniteMagnitude, variableFrameRate: true, interlaced: true, hdr: .hlg,
        dolbyVision: true,
        color: ColorFacts(range: text, primaries: text, transfer: text, matrix: text),
        bitRate: .max, keyFrames: .max, start: duration),
      audio: AudioFacts(
        index: .max, codec: text, profile: text, channels: .max, sampleRate: .max, bitRate: .max,
        start: duration, duration: duration),
      streams: [
        StreamFacts(
          index: .max, kind: .attachment, codec: text, duration: duration, decodable: true,
          attachedPicture: true),
        .video(duration), .sound(duration),
      ],
      metadata: MetadataFacts(location: true, make: true, model: true, created: true))
  }

  /// Every number zero, and nil whatever may be.
  static let least = Facts(
    bytes: 0, container: .gif, brand: nil, fastStart: false, fragmented: false,
    duration: DurationFacts(declared: nil, presented: nil, stored: nil, audioClock: nil),
    video: VideoFacts(
      index: 0, codec: "", profile: nil, pixelFormat: nil, bitDepth: nil, codedWidth: 0,
      codedHeight: 0, width: 0, height: 0, rotation: 0, mirrored: false, sampleAspectRatio: "",
      frameCount: 0, frameRate: nil, variableFrameRate: false, interlaced: false, hdr: nil,
      dolbyVision: false,
      color: ColorFacts(range: nil, primaries: nil, transfer: nil, matrix: nil),
      bitRate: nil, keyFrames: 0, start: nil),
    audio: AudioFacts(
      index: 0, codec: "", profile: nil, channels: 0, sampleRate: 0, bitRate: nil, start: nil,
      duration: nil),
    streams: [], metadata: MetadataFacts(location: false, make: false, model: false, created: false)
  )

  /// Nothing but a container.
  static let empty: Facts = {
    var facts = least
    facts.video = nil
    facts.audio = nil
    return facts
  }()
}

extension Policy {
  /// Every limit at its largest, and these durations.
  static func extreme(_ duration: Duration) -> Policy {
    Policy(
      maxDuration: duration, tolerance: duration, maxBytes: .max, maxPixels: .max,
      maxFrameRate: .greatestFiniteMagnitude, maxStreams: .max, maxPackets: .max,
      maxCPUSeconds: .max, profile: .high, requireAudio: true, allowHiddenMedia: false,
      allowedContainers: [])
  }
}

extension Reason {
  /// With everything that a reason can say.
  static let full = Reason(
    .tooComplex, observed: 0.1 + 0.2, limit: .greatestFiniteMagnitude,
    tolerance: .leastNonzeroMagnitude, unit: "s", stream: .max, message: "\u{1B}[2J",
    suggestion: "none")
}
