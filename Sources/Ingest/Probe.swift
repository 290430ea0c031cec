internal import Boxes
internal import FFmpeg
internal import Rules

/// The first step: opens a movie once, reads every packet, and measures what it is.
struct Probe {
  let file: InputFile
  let policy: Policy
  let depth: Pipeline.Depth
  let interruption: Interruption
  /// Whether the movie is to be made something of: then its packets tell what others need of them.
  var notesRoles = false
  /// Whether the movie is to have a time line.
  var drawsTimeLine = false

  /// What one reading of the packets brought.
  struct Reading {
    var clocks: [StreamClock]
    var selection: Selection
    /// The stream taken for the movie's pictures, or nil.
    var video: Int?
    /// The stream taken for the movie's sound, or nil where none that can be decoded holds anything.
    var audio: Int?
    var picture: PictureCheck.Picture?
    /// Whether pictures are shown before the first key frame.
    var hasLeading: Bool
    /// What of the pictures was left out at the start; nil where all is there.
    var brokenStart: BrokenStart?
    /// What was recorded and is not in the file.
    var absence = Absence()
    /// Pictures that decoded whole, where all were decoded.
    var goodPictures: Int
    var largestPicture: Int64
    /// What came of the sound, where it was decoded.
    var sound: SoundCheck.Result?
    /// What the container's header says of the whole.
    var declaredDuration: Duration?
    var metadataKeys: [String]
    var isOverPackets: Bool
    /// How the packets were moved.
    var joins: Joins?
  }

  /// - Throws: `Refusal` where there is no movie to measure; else what `Refusal.from` can sort.
  func examine() throws -> (Examination, Movie?) {
    let head = try file.read(at: 0, count: min(Sniff.headLength, Int(clamping: file.size)))
    switch Sniff(head: head) {
    case .empty: throw Refusal(.fileEmpty, "The file is empty.")
    case .unknown:
      throw Refusal(.notRecognized, "The file is not a movie of any kind known here.")
    case .image: throw Refusal(.stillImage, "The file is a picture, not a movie.")
    case .otherMovie:
      throw Refusal(.formatNotAllowed, "The file's format is not among those allowed.")
    case .sound:
      throw Refusal([
        Reason(.formatNotAllowed, message: "The file is of a format of sound alone."),
        Reason(.noVideo, message: "The file has no pictures."),
      ])
    case .container(let container, let demuxer):
      return try examine(container, demuxer: demuxer)
    }
  }

  private func examine(
    _ container: Container, demuxer format: String
  ) throws -> (Examination, Movie?) {
    var structure: MovieStructure?
    let end = ContainerEnd(file: file, container: container)
    if format == "mov" {
      let walked = try MovieStructure.walk(file.boxReader)
      if walked.tracks.count > policy.maxStreams {
        throw Refusal.tooManyStreams(walked.tracks.count, limit: policy.maxStreams)
      }
      // PCM counts every frame of sound as a sample; only pictures are a packet each.
      let samples = walked.tracks.filter { $0.handler == "vide" }.reduce(0) { $0 + $1.sampleCount }
      if samples > Budget.mostPackets(policy) {
        throw Refusal.tooManyPackets(samples, limit: policy.maxPackets)
      }
      // libav counts timescales in 31 bits and reorders pictures by 28; no device has finer ones.
      let isTooFine = walked.tracks.contains {
        $0.timescale > UInt32(Int32.max) || $0.handler == "vide" && $0.hasDisputedOffsets
      }
      if isTooFine {
        throw Refusal(.corrupt, "The movie's index counts time in ticks that are too fine.")
      }
      structure = walked
      if walked.isFragmented { try end.requireContent() }
    } else {
      try end.requireWhole()
      if container.hasNoPadding { try end.requireContent() }
      if container == .avi { try AVIEmbedding(file: file).refuse() }
      if container == .ogg {
        try OggPages(file: file).refuseChains(
          within: Budget(policy: policy, interruption: interruption))
      }
    }
    var empty: Set<Int> = []
    var joins: Joins?
    var budget = Budget(policy: policy, interruption: interruption)
    // Which stream shows anything, and where a clock jumps, is known once all is read.
    var isSurveyed = false
    var asksEarly = true
    while true {
      var demuxer = try file.open(
        as: format, container, structure, policy: policy, interruption: interruption)
      let selection = Selection(demuxer.streams, structure: structure)
      let isSurvey =
        !isSurveyed && depth == .everything
        && (container.mayJump || selection.pictureStreams.count > 1
          || selection.soundStreams.count > 1)
      var jumps = container.mayJump && !isSurveyed ? JumpingClock() : nil
      budget.startOver()
      var reading = try read(
        &demuxer, container, structure, selection, without: empty, joins, decodes: !isSurvey,
        asksEarly: asksEarly, noting: &jumps, within: &budget)
      // Whether what is shown before the first key frame can be decoded, only a decoder tells that has seen
      // it.
      if asksEarly, depth == .keyFrame, reading.hasLeading {
        asksEarly = false
        continue
      }
      let found = try movedPackets(jumps, reading.clocks.map(\.stream), container, within: &budget)
      let showsNothing = reading.video.map { reading.clocks[$0].isEmpty } ?? false
      if !isSurveyed, isSurvey || found != nil || showsNothing {
        isSurveyed = true
        joins = found
        empty = Set(
          (selection.pictureStreams + selection.soundStreams).filter {
            reading.clocks[$0].isEmpty
          })
        continue
      }
      reading.declaredDuration = try HeaderClaim(
        file: file, container: container, structure: structure, opened: demuxer.declaredDuration
      ).duration()
      reading.absence = try absence(of: reading, container, structure, within: &budget)
      return try Findings(
        file: file, policy: policy, depth: depth, container: container, demuxer: format,
        structure: structure, reading: reading, drawsTimeLine: drawsTimeLine
      ).examined()
    }
  }

  /// What the container shows to be missing.
  private func absence(
    of reading: Reading, _ container: Container, _ structure: MovieStructure?,
    within budget: inout Budget
  ) throws -> Absence {
    let video = reading.video.map { reading.clocks[$0].stream }
    let audio = reading.audio.map { reading.clocks[$0].stream }
    if let structure { return Absence(structure, video: video, audio: audio) }
    var absence = Absence()
    guard container == .mpegts, !reading.isOverPackets else { return absence }
    var counters = TransportCounters(file: file, isJoined: reading.joins?.hasParts ?? false)
    let losses = try counters.losses(
      of: Set([video, audio].compactMap { $0?.id }), within: &budget)
    absence.pictureBreaks = video.flatMap { losses[$0.id] } ?? absence.pictureBreaks
    absence.soundBreaks = audio.flatMap { losses[$0.id] } ?? absence.soundBreaks
    return absence
  }

  /// Refuses edits that play faster, slower or backwards.
  ///
  /// ISO/IEC 14496-12, 8.6.6, has no rates but 1 and 0, and players pass over others, each in its own
  /// way: nobody knows which of the media are meant to be seen.
  private static func requireOwnSpeed(
    _ selection: Selection, _ streams: [StreamDescription], _ structure: MovieStructure?
  ) throws {
    for index in selection.pictureStreams + selection.soundStreams {
      let track = structure?.tracks.first { Int($0.id) == streams[index].id }
      guard track?.changesSpeed == true else { continue }
      throw Refusal([
        Reason(
          .formatNotAllowed, stream: index,
          message: "The movie's edit list plays a part faster, slower or backwards,"
            + " which is not allowed.")
      ])
    }
  }

  /// Reads all packets.
  ///
  /// - Parameters:
  ///   - empty: streams that were found to hold nothing.
  ///   - decodes: whether anything is decoded, as deep as it was asked for.
  ///   - asksEarly: whether the first key frame is all that a decoder is shown of the pictures.
  private func read(
    _ demuxer: inout Demuxer, _ container: Container, _ structure: MovieStructure?,
    _ selection: Selection, without empty: Set<Int>, _ joins: Joins?, decodes: Bool,
    asksEarly: Bool, noting jumps: inout JumpingClock?, within budget: inout Budget
  ) throws -> Reading {
    var clocks = demuxer.streams.map { stream in
      let track = structure?.tracks.first { Int($0.id) == stream.id }
      guard let structure, let track else { return StreamClock(stream: stream) }
      let list =
        structure.appliesEdits
        ? EditList(track, timescale: structure.timescale, mediaBase: stream.timeBase) : nil
      return StreamClock(
        stream: stream, edited: list == nil ? structure.presentation(of: track) : nil,
        beginning: structure.appliesEdits ? nil : structure.beginning(of: track),
        padding: structure.padding(of: track), list: list)
    }
    try Self.requireOwnSpeed(selection, demuxer.streams, structure)
    let video = selection.video(without: empty)
    let roles = notesRoles ? video.map { PictureRoles(demuxer.streams[$0]) } : nil
    let audio = selection.audio(without: empty)
    var pictures: PictureCheck?
    var parser: PictureParser?
    var largest: Int64 = 0
    if decodes, let video, demuxer.streams[video].decoder != nil {
      pictures = try PictureCheck(
        demuxer, stream: video, container: container, maxPixels: policy.maxPixels,
        decodesAll: depth == .everything, asksEarly: asksEarly)
      // Not every codec has a parser; those whose pictures change size in the stream have.
      parser = try? PictureParser(demuxer, stream: video)
    }
    var sound: SoundCheck?
    if decodes, depth == .everything, let audio { sound = try? SoundCheck(demuxer, stream: audio) }
    let packet = try Packet()
    var places = Joins.Reading(joins)
    var counts = PacketSamples(demuxer)
    while try demuxer.read(into: packet) {
      try budget.countPacket()
      let index = packet.streamIndex
      guard index < clocks.count else { continue }
      let stream = clocks[index].stream
      let header = stream.kind == .audio ? SoundHeader(packet, of: stream) : nil
      jumps?.add(packet, of: stream, header: header)
      let beginsPart = places.place(packet, timeBase: stream.timeBase)
      let isOfStream = header?.sampleRate == stream.sampleRate
      let count = counts.count(packet, of: stream, isOfStream ? header : nil, demuxer)
      if structure == nil { shorten(packet, to: count.samples, of: stream) }
      if index == video { parser?.read(packet) }
      clocks[index].add(
        packet, soundSamples: count.samples, priming: count.priming,
        header: isOfStream ? nil : header,
        isSecondField: index == video && parser?.isSecondField ?? false, beginsPart: beginsPart,
        role: index == video ? roles?.role(of: packet) : nil)
      // The verdict is made; decoding on would only give a bomb its time.
      if budget.isOverPackets { continue }
      if index == video {
        largest = max(
          largest, parser?.largestPicture ?? 0,
          PictureHeader.pixels(of: packet, codec: stream.codec))
        // A picture that is too large ends the decoding for the same reason.
        if largest <= policy.maxPixels {
          try pictures?.add(
            packet, isField: parser?.isField ?? true,
            isSecondField: parser?.isSecondField ?? false, beginsPart: beginsPart)
        }
      } else if index == audio {
        try sound?.add(packet)
      }
    }
    try pictures?.finish()
    try sound?.finish()
    for index in clocks.indices { clocks[index].finish() }
    let hasLeading = video.map { clocks[$0].hasLeading } ?? false
    let firstTime = pictures?.firstTime
    let brokenStart = video.flatMap { video in
      firstTime.flatMap { clocks[video].leaveOut(before: $0) }
    }
    // Nil where it was not tried; of sound that can't even be opened nothing decodes.
    let heard = depth == .everything && audio != nil ? sound?.result ?? SoundCheck.Result() : nil
    return Reading(
      clocks: clocks, selection: selection, video: video,
      audio: selection.audio(without: Set(clocks.indices.filter { clocks[$0].isEmpty })),
      picture: pictures?.first, hasLeading: hasLeading,
      brokenStart: brokenStart,
      goodPictures: video.flatMap { clocks[$0].track }.map { track in
        track.presentedStarts.count { pictures?.goodTimes.contains($0) ?? false }
      } ?? pictures?.good ?? 0,
      largestPicture: largest,
      sound: heard, metadataKeys: demuxer.metadataKeys,
      isOverPackets: budget.isOverPackets, joins: joins)
  }

  /// Lets a packet of lossless sound last no longer than its samples: Matroska gives the last one the
  /// length of all others.
  private func shorten(
    _ packet: borrowing Packet, to samples: Int, of stream: StreamDescription
  ) {
    guard ["alac", "flac"].contains(stream.codec), samples > 0, stream.sampleRate > 0 else {
      return
    }
    let length = Ratio(1, Int32(clamping: stream.sampleRate)).duration(Int64(samples))
    let ticks = stream.timeBase.ticks(length)
    if packet.duration > ticks + 1 { packet.setDuration(max(1, ticks)) }
  }
}

extension Container {
  /// Whether what lies behind the last of the media belongs to the movie; a GIF ends where it says.
  fileprivate var hasNoPadding: Bool { self != .gif }

  /// Whether libav fills in the timestamps and durations that packets lack.
  ///
  /// In containers that stamp every packet its guesses would only stand in the way of the rule
  /// that a picture without a duration lasts as long as the gap before it.
  var infersTimestamps: Bool {
    switch self {
    case .matroska, .webm, .flv: false
    default: true
    }
  }
}
