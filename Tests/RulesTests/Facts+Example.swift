import Rules

extension Facts {
  /// A phone's movie that passes by the default policy without a warning.
  static func example(
    container: Container = .mp4, presented: Duration? = .seconds(4), declared: Duration? = nil,
    stored: Duration? = nil, audioClock: Duration? = nil,
    video: VideoFacts? = .example(), audio: AudioFacts? = .example(),
    streams: [StreamFacts]? = nil, location: Bool = false
  ) -> Facts {
    Facts(
      bytes: 1_000_000, container: container, brand: "isom", fastStart: true, fragmented: false,
      duration: DurationFacts(
        declared: declared ?? presented, presented: presented, stored: stored ?? presented,
        audioClock: audioClock),
      video: video, audio: audio,
      streams: streams ?? [.video(presented), .sound(presented)],
      metadata: MetadataFacts(location: location, make: false, model: false, created: false))
  }
}

extension VideoFacts {
  /// What the low profile asks for.
  static func example(
    codec: String = "h264", profile: String? = "High", pixelFormat: String? = "yuv420p",
    bitDepth: Int? = 8, coded: (width: Int, height: Int) = (640, 360),
    shown: (width: Int, height: Int)? = nil, rotation: Int = 0, mirrored: Bool = false,
    sampleAspectRatio: String = "1:1", frameCount: Int = 120, frameRate: Double? = 30,
    interlaced: Bool = false, hdr: HDR? = nil, range: String? = "tv", bitRate: Int64? = 500_000
  ) -> VideoFacts {
    VideoFacts(
      index: 0, codec: codec, profile: profile, pixelFormat: pixelFormat, bitDepth: bitDepth,
      codedWidth: coded.width, codedHeight: coded.height, width: (shown ?? coded).width,
      height: (shown ?? coded).height, rotation: rotation, mirrored: mirrored,
      sampleAspectRatio: sampleAspectRatio, frameCount: frameCount, frameRate: frameRate,
      variableFrameRate: false, interlaced: interlaced, hdr: hdr, dolbyVision: false,
      color: ColorFacts(range: range, primaries: "bt709", transfer: "bt709", matrix: "bt709"),
      bitRate: bitRate, keyFrames: 1, start: .zero)
  }
}

extension AudioFacts {
  static func example(
    codec: String = "aac", profile: String? = "LC", channels: Int = 2, bitRate: Int64? = 64_000
  ) -> AudioFacts {
    AudioFacts(
      index: 1, codec: codec, profile: profile, channels: channels, sampleRate: 48_000,
      bitRate: bitRate, start: .zero, duration: .seconds(4))
  }
}

extension StreamFacts {
  static func video(
    _ duration: Duration?, index: Int = 0, attachedPicture: Bool = false
  ) -> StreamFacts {
    StreamFacts(
      index: index, kind: .video, codec: "h264", duration: duration, decodable: true,
      attachedPicture: attachedPicture)
  }

  static func sound(_ duration: Duration?, index: Int = 1, decodable: Bool = true) -> StreamFacts {
    StreamFacts(
      index: index, kind: .audio, codec: "aac", duration: duration, decodable: decodable,
      attachedPicture: false)
  }
}

/// The verdict on facts, by name `clip.mov`.
func verdict(
  _ facts: Facts?, _ policy: Policy = Policy(), trim: Trim = .none, bytes: Int64 = 1_000_000,
  countsBytes: Bool = true, reasons: [Reason] = [], warnings: [Warning] = []
) -> Verdict {
  Examination(bytes: bytes, facts: facts, reasons: reasons, warnings: warnings)
    .verdict(name: "clip.mov", policy: policy, trim: trim, countsBytes: countsBytes)
}

extension Verdict {
  var codes: [String] { reasons.map(\.code.rawValue) }
  var warningCodes: [String] { warnings.map(\.code.rawValue) }
}
