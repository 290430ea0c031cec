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

  /// Above this share of shown pictures that don't decode, a movie is corrupt.
  static let corruptShare = 0.1

  /// How many of the shown pictures did not decode.
  ///
  /// - Parameter hasFields: whether two fields of one picture may be a packet each.
  static func lost(of shown: Int, decoded: Int, hasFields: Bool) -> Int {
    hasFields && decoded < shown ? max(0, shown - 2 * decoded) : shown - decoded
  }

  /// The reason that too many pictures don't decode.
  static func corrupt(lost: Int, of shown: Int, stream: Int) -> Reason {
    Reason(
      .corrupt, observed: Double(lost), limit: Double(shown) * corruptShare, unit: "pictures",
      stream: stream, message: "\(lost) of \(shown) pictures can't be decoded.")
  }

  /// The warning that some pictures don't decode.
  static func damaged(lost: Int, of shown: Int) -> Warning {
    Warning(.damagedPictures, message: "\(lost) of \(shown) pictures can't be decoded.")
  }

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
      bytes: file.size, facts: facts, reasons: reasons, warnings: warnings())
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
      brokenStart: reading.brokenStart, absence: reading.absence,
      hasFields: reading.hasFields,
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
    // Pictures that lean on what is before the first of all belong to another movie.
    // So do, in a sense, those that were left out.
    let early = (reading.brokenStart?.early ?? 0) + reading.absence.pictures
    let lost = lost(of: clock) + early
    let shown = clock.shownPackets + early
    guard Double(lost) > Double(shown) * Self.corruptShare else { return nil }
    return Self.corrupt(lost: lost, of: shown, stream: stream.index)
  }

  /// Whether a picture of the stream has more pixels than are allowed, so that it is not decoded.
  private var isTooLarge: Bool { reading.largestPicture > policy.maxPixels }

  private func lost(of clock: StreamClock) -> Int {
    // Past the packets allowed nothing was decoded, and nothing of it is known.
    guard depth == .everything, !reading.isOverPackets else { return 0 }
    return Self.lost(
      of: clock.shownPackets, decoded: reading.goodPictures,
      hasFields: reading.hasFields)
  }

  private func isEncrypted(_ stream: StreamDescription) -> Bool {
    structure?.tracks.first { Int($0.id) == stream.id }?.hasEncryption ?? false
  }

  private func warnings() -> [Warning] {
    guard !isTooLarge, reading.picture != nil, let video = reading.video else { return [] }
    let absent = reading.absence.warnings
    let missing = reading.brokenStart?.count ?? 0
    let shown = reading.clocks[video].shownPackets + missing
    let lost = lost(of: reading.clocks[video]) + missing
    guard lost > 0, depth != .everything || reading.goodPictures > 0 else { return absent }
    return [Self.damaged(lost: lost, of: shown)] + absent
  }
}
