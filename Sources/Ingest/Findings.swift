internal import Boxes
internal import FFmpeg
internal import Rules

/// Turns what one reading brought into facts, and into reasons that hold under any policy.
struct Findings {
  let file: InputFile
  let policy: Policy
  let depth: Pipeline.Depth
  let container: Container
  /// libavformat's name of the demuxer.
  let demuxer: String
  let structure: MovieStructure?
  let reading: Probe.Reading
  let drawsTimeLine: Bool

  /// No device records for longer in one file; an index that says so is nonsense.
  private static let longestStored = Duration.seconds(86_400)

  /// - Returns: the examination, and the movie where its pictures can be opened again.
  func examined() throws -> (Examination, Movie?) {
    guard let video = reading.video else {
      throw Refusal(.noVideo, "The file has no pictures that are a movie.")
    }
    let clock = reading.clocks[video]
    if container == .gif, clock.packetCount <= 1 {
      throw Refusal(.stillImage, "The file is a picture, not a movie.")
    }
    let facts = facts(video: video)
    if let stored = facts.duration.stored, stored > Self.longestStored {
      throw Refusal(.corrupt, "The movie's index places its frames more than a day apart.")
    }
    var reasons: [Reason] = []
    if let refusal = pictureRefusal(clock) { reasons.append(refusal) }
    if reading.isOverPackets {
      let count = reading.clocks.reduce(0) { $0 + $1.packetCount }
      reasons += Refusal.tooManyPackets(count, limit: policy.maxPackets).reasons
    }
    if isTooLarge {
      reasons.append(
        Reason(
          .videoTooLarge, observed: Double(reading.largestPicture),
          limit: Double(policy.maxPixels), unit: "pixels", stream: video,
          message: "A picture has \(reading.largestPicture) pixels;"
            + " at most \(policy.maxPixels) are allowed."))
    }
    let movie = movie(facts, video: video)
    if let refusal = editsRefusal(movie) { reasons.append(refusal) }
    let examination = Examination(
      bytes: file.size, facts: facts, reasons: reasons, warnings: warnings() + soundWarnings())
    return (examination, movie)
  }

  /// Edit lists that go back are followed by one more reading from the start each time.
  private func editsRefusal(_ movie: Movie?) -> Reason? {
    let packets = reading.clocks.reduce(0) { $0 + $1.packetCount }
    let passes = max(movie?.pictureEdits?.count ?? 0, movie?.soundEdits?.count ?? 0)
    if passes > 1, passes > EditedTrack.mostRepeated / max(1, packets) {
      return Reason(
        .tooComplex,
        message: "The movie's edit list goes back \(passes - 1) times, which is too complex.")
    }
    // What was not followed to its end was not measured either.
    guard reading.clocks.contains(where: { $0.track?.isWhole == false }) else { return nil }
    return Reason(
      .tooComplex, message: "The movie's edit list shows too much again, which is too complex.")
  }

  private func movie(_ facts: Facts, video: Int) -> Movie? {
    guard let presented = presentedSpan(), reading.picture != nil else { return nil }
    return Movie(
      container: container, demuxer: demuxer, structure: structure, facts: facts, video: video,
      audio: facts.audio?.index, origin: presented.lowerBound,
      videoEnd: reading.clocks[video].span()?.upperBound ?? presented.upperBound,
      losses: losses(reading.clocks[video]), absence: reading.absence,
      leftOut: reading.clocks[video].leftOut,
      coded: reading.joins == nil ? reading.clocks[video].codedPictures : [],
      firstAspect: reading.picture?.sampleAspectRatio,
      secondFields: reading.clocks[video].secondFields,
      soundEnd: facts.audio.flatMap { reading.clocks[$0.index].heardEnd },
      pictureEdits: reading.clocks[video].track?.passes(),
      soundEdits: facts.audio.flatMap { reading.clocks[$0.index].track?.passes() },
      joins: reading.joins,
      timeLine: drawsTimeLine
        ? TimeLine(
          pictures: reading.clocks[video], sound: facts.audio.map { reading.clocks[$0.index] },
          structure: structure, origin: presented.lowerBound) : nil)
  }

  private func pictureRefusal(_ clock: StreamClock) -> Reason? {
    let stream = clock.stream
    if stream.decoder == nil || isEncrypted(stream) {
      let codec = stream.codec ?? "unknown"
      return Reason(
        .codecNotSupported, stream: stream.index,
        message: isEncrypted(stream)
          ? "The pictures are encrypted." : "There is no decoder for the codec \(codec).")
    }
    if stream.needsDolbyVision {
      return Reason(
        .codecNotSupported, stream: stream.index,
        message: "The pictures are Dolby Vision that no other decoder can show in its colours.")
    }
    // The size is judged by the policy; such pictures were never meant to decode.
    if isTooLarge { return nil }
    if reading.picture == nil {
      if Int64(stream.width) * Int64(stream.height) > policy.maxPixels { return nil }
      return Reason(
        .corrupt, stream: stream.index, message: "No picture of the movie can be decoded.")
    }
    guard !clock.shown.isEmpty else { return nil }
    return losses(clock).refusal(stream: stream.index)
  }

  /// Whether a picture of the stream has more pixels than are allowed, so that it is not decoded.
  private var isTooLarge: Bool { reading.largestPicture > policy.maxPixels }

  /// What is known to be lost of the pictures.
  private func losses(_ clock: StreamClock) -> Losses {
    let shown = clock.shownPictures
    // Past the packets allowed nothing was decoded, and nothing of it is known.
    let isDecoded = depth == .everything && !reading.isOverPackets
    return Losses(
      shown: shown, decoded: isDecoded ? reading.goodPictures : shown - clock.picturesWithoutKey,
      early: reading.brokenStart?.early ?? 0, absent: reading.absence.pictures,
      leading: reading.brokenStart?.leading ?? 0)
  }

  private func isEncrypted(_ stream: StreamDescription) -> Bool {
    structure?.tracks.first { Int($0.id) == stream.id }?.hasEncryption ?? false
  }

  private func warnings() -> [Warning] {
    guard !isTooLarge, reading.picture != nil, let video = reading.video else { return [] }
    let absent = reading.absence.warnings
    guard depth != .everything || reading.goodPictures > 0,
      let warning = losses(reading.clocks[video]).warning
    else { return absent }
    return [warning] + absent
  }

  /// What did not decode of the sound; where nothing did, the verdict tells.
  private func soundWarnings() -> [Warning] {
    guard let sound = reading.sound, sound.decoded > 0 else { return [] }
    return Self.lostSound(decoded: sound.decoded, failures: sound.failures)
  }
}
