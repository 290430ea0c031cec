internal import Rules

extension Facts {
  var isPlausible: Bool {
    Plausible.bytes(bytes) && Plausible.word(brand)
      && [duration.declared, duration.presented, duration.stored, duration.audioClock]
        .allSatisfy(Plausible.time)
      && video?.isPlausible ?? true && audio?.isPlausible ?? true
      && streams.allSatisfy(\.isPlausible)
  }
}

extension VideoFacts {
  var isPlausible: Bool {
    Plausible.index(index) && Plausible.word(codec) && Plausible.word(profile)
      && Plausible.word(pixelFormat) && bitDepth.map { (1...32).contains($0) } ?? true
      && [codedWidth, codedHeight, width, height].allSatisfy(Plausible.side)
      && [0, 90, 180, 270].contains(rotation) && Plausible.word(sampleAspectRatio)
      && (0...Plausible.mostFrames).contains(frameCount)
      && (0...Plausible.mostFrames).contains(keyFrames) && Plausible.number(frameRate)
      && bitRate.map(Plausible.bytes) ?? true && Plausible.time(start)
      && [color.range, color.primaries, color.transfer, color.matrix].allSatisfy(Plausible.word)
  }
}

extension AudioFacts {
  var isPlausible: Bool {
    Plausible.index(index) && Plausible.word(codec) && Plausible.word(profile)
      && (0...1_024).contains(channels) && (0...100_000_000).contains(sampleRate)
      && bitRate.map(Plausible.bytes) ?? true && Plausible.time(start)
      && Plausible.time(duration)
  }
}

extension StreamFacts {
  var isPlausible: Bool {
    Plausible.index(index) && Plausible.word(codec) && Plausible.time(duration)
  }
}
