extension Judgement {
  mutating func judge(videoOf facts: Facts) {
    guard let video = facts.video else {
      // Whoever measured should have said why; what has no picture never passes all the same.
      if reasons.isEmpty {
        refuse(Reason(.noVideo, message: "There are no moving pictures in the file."))
      }
      return
    }
    judge(pixelsOf: video)
    judge(frameRateOf: video)
  }

  private mutating func judge(pixelsOf video: VideoFacts) {
    let (pixels, overflow) = Int64(video.codedWidth)
      .multipliedReportingOverflow(by: Int64(video.codedHeight))
    guard overflow || pixels > policy.maxPixels else { return }
    let size = "\(video.codedWidth)×\(video.codedHeight)"
    refuse(
      Reason(
        .videoTooLarge, observed: overflow ? nil : Double(pixels), limit: Double(policy.maxPixels),
        unit: "pixels", stream: video.index,
        message: "The pictures have \(size) pixels; at most \(policy.maxPixels.grouped)"
          + " pixels are allowed."))
  }

  private mutating func judge(frameRateOf video: VideoFacts) {
    // Hundredfold on both sides, since 1.01 has no exact binary form. Negated, so
    // that what is not a number does not pass.
    // One picture has no rate; its length is only the shortest time that the container can tell.
    guard video.frameCount > 1 else { return }
    guard let rate = video.frameRate, !(rate * 100 <= policy.maxFrameRate * 101) else { return }
    refuse(
      Reason(
        .videoFrameRateTooHigh, observed: rate.isFinite ? rate : nil, limit: policy.maxFrameRate,
        unit: "fps", stream: video.index,
        message: "The movie shows \(rate.shortText) frames a second;"
          + " at most \(policy.maxFrameRate.shortText) are allowed."))
  }

  /// Sound that is there is decodable, or a warning; where it is required, it must be heard too.
  mutating func judge(soundOf facts: Facts) {
    // A stream without a packet is only announced.
    let sound = facts.streams.filter { $0.kind == .audio && $0.duration != nil }
    guard let first = sound.first else {
      if policy.requireAudio {
        refuse(Reason(.audioMissing, message: "The movie has no sound, which is required."))
      }
      return
    }
    if let audio = facts.audio, sound.contains(where: \.decodable) {
      judge(heard: audio, of: facts)
      return
    }
    let message = "The sound (\(first.codec ?? "of an unknown kind")) can't be decoded"
    if policy.requireAudio {
      refuse(
        Reason(.audioNotDecodable, stream: first.index, message: "\(message), and is required."))
    } else {
      warn(.audioNotDecodable, "\(message); the output is silent.")
    }
  }

  /// Sound that is required has to be in what the trim leaves.
  private mutating func judge(heard audio: AudioFacts, of facts: Facts) {
    guard policy.requireAudio, let presented = facts.duration.presented,
      let kept = trim.kept(of: presented, limit: policy.maxDuration),
      let start = audio.start, let length = audio.duration,
      start >= kept.upperBound || start + length <= kept.lowerBound
    else { return }
    refuse(
      Reason(
        .audioMissing, stream: audio.index,
        message: "What the cut leaves has no sound, which is required."))
  }
}
