internal import Boxes
internal import FFmpeg
internal import Rules

extension Findings {
  /// The facts of a movie whose pictures are stream `video`.
  func facts(video: Int) -> Facts {
    let presented = presentedSpan()
    let audio = chosenAudio()
    return Facts(
      bytes: file.size, container: container, brand: structure?.majorBrand,
      fastStart: structure?.indexPrecedesMedia ?? false,
      fragmented: structure?.isFragmented ?? false,
      duration: durationFacts(presented),
      video: videoFacts(reading.clocks[video], origin: presented?.lowerBound ?? .zero),
      audio: audio.map { audioFacts(reading.clocks[$0], origin: presented?.lowerBound ?? .zero) },
      streams: reading.clocks.map(streamFacts), metadata: metadataFacts())
  }

  /// The streams that a player presents: real pictures and sound, decodable or not.
  private var presentedStreams: [StreamClock] {
    (reading.selection.pictureStreams + reading.selection.soundStreams).map { reading.clocks[$0] }
  }

  /// From the earliest start to the latest end over all presented streams.
  func presentedSpan() -> ClosedRange<Duration>? {
    Self.union(presentedStreams.compactMap { $0.span() })
  }

  private static func union(_ spans: [ClosedRange<Duration>]) -> ClosedRange<Duration>? {
    guard let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max() else {
      return nil
    }
    return start...end
  }

  private func durationFacts(_ presented: ClosedRange<Duration>?) -> DurationFacts {
    DurationFacts(
      declared: reading.declaredDuration,
      presented: presented.map { $0.upperBound - $0.lowerBound },
      stored: storedDuration(), audioClock: presentedStreams.compactMap { $0.soundClock() }.max())
  }

  /// All coded media, edit lists ignored: by the sample tables of MP4 and QuickTime, by all packets
  /// elsewhere.
  ///
  /// Without their edit lists tracks have no time line in common, but for fragments, which have one
  /// of their own; so the longest track counts.
  private func storedDuration() -> Duration? {
    guard let structure, !structure.isFragmented else {
      let span = Self.union(presentedStreams.compactMap { $0.storedSpan() })
      return span.map { $0.upperBound - $0.lowerBound }
    }
    let ids = Set(presentedStreams.map(\.stream.id))
    return structure.tracks.filter { ids.contains(Int($0.id)) && $0.timescale > 0 }
      .map { structure.length(of: $0) }.max()
  }

  /// The chosen sound, where it holds anything and was not found undecodable.
  private func chosenAudio() -> Int? {
    guard let audio = reading.audio,
      reading.sound?.decoded != 0
    else { return nil }
    return audio
  }

  private func audioFacts(_ clock: StreamClock, origin: Duration) -> AudioFacts {
    let stream = clock.stream
    let span = clock.span()
    let length = span.map { $0.upperBound - $0.lowerBound }
    return AudioFacts(
      index: stream.index, codec: stream.codec ?? "unknown", profile: stream.profile,
      channels: stream.channels, sampleRate: stream.sampleRate,
      bitRate: length.flatMap { bitRate(clock.bytes, over: $0) },
      start: span.map { $0.lowerBound - origin }, duration: length)
  }

  private func streamFacts(_ clock: StreamClock) -> StreamFacts {
    let stream = clock.stream
    let kind: StreamFacts.Kind =
      switch stream.kind {
      case .video: .video
      case .audio: .audio
      case .subtitle: .subtitle
      case .data: .data
      case .attachment: .attachment
      case .unknown: .unknown
      }
    let isDecodable =
      kind == .audio
      ? reading.selection.isDecodableSound(stream.index)
        && !(stream.index == reading.audio && reading.sound?.decoded == 0)
      : stream.decoder != nil && (kind == .video)
    return StreamFacts(
      index: stream.index, kind: kind, codec: stream.codec,
      duration: clock.span().map { $0.upperBound - $0.lowerBound }, decodable: isDecodable,
      attachedPicture: stream.isAttachedPicture)
  }

  private func metadataFacts() -> MetadataFacts {
    // libavformat reads no XMP, no keys of a track, and of MP4 no user data of QuickTime.
    let keys =
      reading.metadataKeys + reading.clocks.flatMap(\.stream.metadataKeys)
      + (structure?.metadataNames ?? [])
    func has(_ parts: String...) -> Bool {
      // By bytes: a search by characters is a twentieth of a small movie's whole examination.
      keys.contains { key in parts.contains { !key.utf8.ranges(of: $0.utf8).isEmpty } }
    }
    return MetadataFacts(
      location: has("location", "gps", "geo", "xyz"), make: has("make", "manufacturer"),
      model: has("model"), created: has("creation", "date", "created"))
  }

  func bitRate(_ bytes: Int64, over length: Duration) -> Int64? {
    guard length > .zero else { return nil }
    let (bits, overflow) = bytes.multipliedReportingOverflow(by: 8)
    guard !overflow else { return nil }
    let rate = Double(bits) / length.printedSeconds
    return rate.isFinite && rate < 1e15 ? Int64(rate.rounded()) : nil
  }
}
