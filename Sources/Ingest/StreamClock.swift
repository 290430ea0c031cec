internal import Boxes
internal import FFmpeg

/// When a stream's packets are shown, gathered as they are read.
struct StreamClock {
  /// A shown packet, in ticks of the stream's time base.
  struct Shown {
    var start: Int64
    /// 0 where neither the container nor the samples tell.
    var duration: Int64
    /// Of sound, by the packet's size; 0 where that does not tell.
    var samples: Int64
    var isKey: Bool
    /// Coded bytes.
    var size = 0
    /// Its place among the stream's packets, from 0.
    var number = 0
    /// Whether it is the second of two fields that are a packet each.
    var isSecondField = false
    /// Whether it comes before the first key frame of a part that leans on nothing before.
    var lacksKey = false
    /// Of a picture: what others need of it; nil where nobody asked.
    var role: PictureRole?
  }

  let stream: StreamDescription
  /// When the edit list presents the track, from its index alone; nil where there is no list.
  private(set) var edited: ClosedRange<Duration>?
  /// Before this a fragmented track's edit shows nothing; nil where there is no such list.
  let beginning: Duration?
  /// What of the sound its encoder put before and after what is heard, where no list tells.
  let padding: MovieStructure.SoundPadding?
  /// The edit list, where it is applied here.
  private let list: EditList?
  /// All packets of a track whose edit list is applied here.
  private var coded: [EditedTrack.Coded] = []
  /// What that shows of them, once all are read.
  private(set) var track: EditedTrack?
  /// The length of a tick of what is shown, in seconds.
  private(set) var timeBase: Ratio
  private(set) var shown: [Shown] = []
  /// Packets that are only decoded for others' sake.
  private(set) var hidden: [Shown] = []
  private(set) var packetCount = 0
  /// Whether every packet says itself when it is shown.
  private var isTimed = true
  /// The numbers of packets whose pictures are left out at the start.
  private(set) var leftOut: Set<Int> = []
  /// The numbers of packets that are the second of two fields that are a packet each.
  private(set) var secondFields: Set<Int> = []
  /// Whether a later part of the movie has begun, and no key frame in it.
  private var lacksKey = false
  private(set) var bytes: Int64 = 0
  /// Samples of the shown sound by packet frame sizes, or nil where a size is unknown.
  private var samples: Int64? = 0
  /// How long shown sound of another rate lasts, by its packets' own headers.
  private var otherSound: Duration = .zero
  private var skippedAtStart: Int64 = 0
  private var skippedAtEnd: Int64 = 0
  private var skipsSeen = false
  /// Samples to be skipped that are more than the packets have that came so far.
  private var skipsLeft = 0
  private var next: Int64 = 0
  /// The place in `shown` of an untimed picture that is not on screen yet.
  private var held: Int?
  /// From the earliest start to the latest end of `coded`, once it is gone.
  private var extentOfCoded: ClosedRange<Duration>?

  init(
    stream: StreamDescription, edited: ClosedRange<Duration>? = nil, beginning: Duration? = nil,
    padding: MovieStructure.SoundPadding? = nil, list: EditList? = nil
  ) {
    self.stream = stream
    self.edited = edited
    self.beginning = beginning
    self.padding = padding
    self.list = list
    timeBase = stream.timeBase
  }

  /// Counts a packet of the stream.
  ///
  /// - Parameters:
  ///   - soundSamples: its samples at the stream's rate; 0 where unknown.
  ///   - priming: those of them that the decoder does not give.
  ///   - header: what it says of itself, where its rate is another.
  ///   - isSecondField: whether the picture began in the packet before.
  ///   - beginsPart: whether it leans on nothing that came before.
  ///   - role: what other pictures need of it.
  mutating func add(
    _ packet: borrowing Packet, soundSamples: Int, priming: Int = 0, header: SoundHeader? = nil,
    isSecondField: Bool = false, beginsPart: Bool = false, role: PictureRole? = nil
  ) {
    if packet.presentationTimestamp == nil { isTimed = false }
    if beginsPart { lacksKey = true }
    if packet.isKey { lacksKey = false }
    let number = packetCount
    packetCount += 1
    // A header's samples are of another rate.
    let counted = header == nil ? Int64(max(0, soundSamples)) : 0
    let duration =
      packet.duration > 0
      ? packet.duration
      : stream.timeBase.ticks(header?.length ?? sampleTime.duration(counted))
    settleHeld(by: packet)
    let start = packet.presentationTimestamp ?? shownTime(of: packet) ?? next
    let end = start.addingReportingOverflow(duration)
    next = end.overflow ? start : end.partialValue
    let piece = Shown(
      start: start, duration: duration, samples: counted, isKey: packet.isKey, size: packet.size,
      number: number, isSecondField: isSecondField, lacksKey: lacksKey, role: role)
    if list != nil {
      coded.append(
        EditedTrack.Coded(
          start: start, duration: duration, decoding: packet.decodingTimestamp ?? start,
          isKey: packet.isKey, size: packet.size,
          sound: header?.length
            ?? (sampleTime.isPositive && counted > 0 ? sampleTime.duration(counted) : nil)))
      return
    }
    guard packet.isShown(in: stream.codec) else {
      hidden.append(piece)
      return
    }
    bytes += Int64(packet.size)
    shown.append(piece)
    if isSecondField { secondFields.insert(number) }
    if isHeldBack(packet) { held = shown.count - 1 }
    guard stream.kind == .audio else { return }
    var skipped = packet.skippedSamples
    // Opus names its priming in its set-up bytes, and libavcodec leaves it out by itself.
    if shown.count == 1, skipped.start == 0, stream.codec == "opus" {
      skipped.start = stream.initialPadding
    }
    if shown.count == 1, let padding { skipped.start = max(skipped.start, padding.start) }
    skipped.start = max(skipped.start, priming, samplesTooEarly(piece))
    if let header {
      otherSound += header.length
    } else if soundSamples > 0, let heard = samples {
      let rest = max(0, soundSamples - skipped.end)
      let unheard = min(rest, skipped.start + skipsLeft)
      skipsLeft += skipped.start - unheard
      samples = heard + Int64(rest - unheard)
    } else if soundSamples <= 0 {
      samples = nil
    }
    // Only what is skipped before the first heard sample moves the start.
    if !skipsSeen {
      skippedAtStart += Int64(skipped.start)
      if skipped.start < soundSamples || soundSamples <= 0 { skipsSeen = true }
    }
    skippedAtEnd = leftOut(Int64(skipped.end), of: piece)
  }

  /// How much of what is skipped at the end of a packet still has to be taken off it: of Ogg libav has
  /// made the packet shorter already, as some writers do in their index.
  private func leftOut(_ skipped: Int64, of piece: Shown) -> Int64 {
    guard piece.samples > 0, piece.duration > 0 else { return skipped }
    let isShorter =
      stream.timeBase.duration(piece.duration) < sampleTime.duration(piece.samples - skipped / 2)
    return isShorter ? 0 : skipped
  }

  /// Says that all packets were counted, so that the edit list can be applied.
  mutating func finish() {
    if let padding, let last = shown.last, skippedAtEnd == 0 {
      skippedAtEnd = leftOut(Int64(padding.end), of: last)
      samples = samples.map { max(0, $0 - Int64(padding.end)) }
    }
    guard let list else { return }
    let stored = completed(
      coded.map {
        Shown(start: $0.start, duration: $0.duration, samples: 0, isKey: $0.isKey)
      })
    coded.sort { $0.start < $1.start }
    for index in coded.indices { coded[index].duration = stored[index].duration }
    let track = EditedTrack(list, isPictures: stream.kind != .audio, coded: coded)
    self.track = track
    timeBase = list.lineBase
    shown = track.shown()
    bytes = track.bytes
    coded = []
    extentOfCoded = extent(of: stored, in: stream.timeBase)
  }

  /// Takes away what starts before.
  mutating func begin(at first: Int64) {
    for piece in shown where piece.start < first { leftOut.insert(piece.number) }
    shown.removeAll { $0.start < first }
    let start = timeBase.duration(first)
    edited = edited.map { max($0.lowerBound, min(start, $0.upperBound))...$0.upperBound }
  }

  /// Samples of a piece of sound that come before the edit list begins to show anything.
  private func samplesTooEarly(_ piece: Shown) -> Int {
    guard let beginning, sampleTime.isPositive else { return 0 }
    let early = beginning - stream.timeBase.duration(piece.start)
    return Int(clamping: min(piece.samples, max(0, sampleTime.ticks(early))))
  }

  /// Whether a picture has no presentation time of its own and is shown once others are decoded.
  ///
  /// With one picture of delay, as MPEG-1 to MPEG-4 have, those are the pictures that others are
  /// coded against.
  private func isHeldBack(_ packet: borrowing Packet) -> Bool {
    stream.kind == .video && stream.reorderDelay == 1 && packet.presentationTimestamp == nil
      && packet.decodingTimestamp != nil
  }

  /// Moves the picture that is held back to where this packet says that it is shown: as the next one
  /// of its kind is decoded, and until that comes, after all that were.
  private mutating func settleHeld(by packet: borrowing Packet) {
    guard let held, let decoded = packet.decodingTimestamp else { return }
    let isBetween = packet.presentationTimestamp.map { $0 <= decoded } ?? false
    let after = decoded.addingReportingOverflow(isBetween ? packet.duration : 0)
    shown[held].start = after.overflow ? decoded : after.partialValue
    if !isBetween { self.held = nil }
  }

  /// Where only decoding times are written, pictures are shown later by the decoder's delay.
  private func shownTime(of packet: borrowing Packet) -> Int64? {
    guard let decoded = packet.decodingTimestamp else { return nil }
    let (delay, overflow) = packet.duration.multipliedReportingOverflow(
      by: Int64(stream.reorderDelay))
    let shown = decoded.addingReportingOverflow(delay)
    return overflow || shown.overflow ? decoded : shown.partialValue
  }

  /// Whether a picture is shown before the first key frame that is shown.
  var hasLeading: Bool {
    guard track == nil, let key = shown.first(where: { $0.isKey }) else { return false }
    return shown.contains { $0.start < key.start }
  }

  /// The packets of pictures in the order of decoding; none where nobody asked, where not all say when they are shown, two
  /// make one picture, or an edit list shows them.
  var codedPictures: [UnseenPictures.Coded] {
    guard stream.kind == .video, isTimed, track == nil, secondFields.isEmpty else { return [] }
    func coded(_ pieces: [Shown], isShown: Bool) -> [UnseenPictures.Coded] {
      pieces.compactMap { piece in
        piece.role.map { role in
          UnseenPictures.Coded(
            number: piece.number, start: timeBase.duration(piece.start), isShown: isShown,
            role: role)
        }
      }
    }
    return (coded(shown, isShown: true) + coded(hidden, isShown: false))
      .sorted { $0.number < $1.number }
  }

  var isEmpty: Bool { shown.isEmpty }

  /// How many pictures are shown: those that an edit list shows twice, and two fields, counted once.
  var shownPictures: Int {
    track?.presentedStarts.count ?? shown.count { !$0.isSecondField }
  }

  /// How many of these come before the first key frame of a later part, with nothing to decode them
  /// from.
  var picturesWithoutKey: Int { shown.count { $0.lacksKey && !$0.isSecondField } }

  /// Presentation intervals in order of time; each lasts as its packet or its samples say, and where
  /// those say nothing, as long as the gap before it (one of a kind: one frame at the nominal rate).
  func intervals() -> [Shown] { completed(shown) }

  private func completed(_ pieces: [Shown]) -> [Shown] {
    var sorted = pieces.sorted { $0.start < $1.start }
    for index in sorted.indices where sorted[index].duration <= 0 {
      let neighbour = index > 0 ? index - 1 : min(1, sorted.count - 1)
      if neighbour == index {
        sorted[index].duration = nominalDuration
      } else {
        let gap = sorted[max(index, neighbour)].start.subtractingReportingOverflow(
          sorted[min(index, neighbour)].start)
        sorted[index].duration = gap.overflow ? 0 : gap.partialValue
      }
    }
    return sorted
  }

  /// Rates above this are no rate, but the time base of a container that names none.
  private static let highestNominalRate = 300.0

  /// One frame at the nominal rate, in ticks; sound without one counts nothing.
  private var nominalDuration: Int64 {
    guard stream.kind == .video else { return 0 }
    // Where nothing names a rate, it is the usual one of 25 a second.
    let rate =
      [stream.averageFrameRate, stream.baseFrameRate].first {
        $0.isPositive && $0.value <= Self.highestNominalRate
      } ?? Ratio(25, 1)
    return stream.timeBase.ticks(Ratio(rate.denominator, rate.numerator).duration(1))
  }

  /// From the earliest start to the latest end of what is shown, priming and padding left out; nil
  /// where nothing is.
  func span() -> ClosedRange<Duration>? {
    guard !shown.isEmpty else { return nil }
    // libav leaves out a picture that began before the edit, and guesses the last one's length;
    // the index knows both.
    if let edited { return edited }
    guard let span = extent(of: intervals(), in: timeBase) else { return nil }
    if list != nil { return span }
    let heard = span.lowerBound + sampleTime.duration(skippedAtStart)
    let start = beginning.map { max($0, heard) } ?? heard
    return start...max(start, span.upperBound - sampleTime.duration(skippedAtEnd))
  }

  /// When the sound ends that the last packets hold, where it ends before they do; nil where that is
  /// left to the decoder.
  var heardEnd: Duration? { edited?.upperBound ?? (padding == nil ? nil : span()?.upperBound) }

  /// How long a sample of sound lasts; nothing of anything else.
  private var sampleTime: Ratio {
    stream.kind == .audio ? Ratio(1, Int32(clamping: stream.sampleRate)) : Ratio(0, 1)
  }

  /// The same over all packets read, with those that are never shown.
  func storedSpan() -> ClosedRange<Duration>? {
    list != nil ? extentOfCoded : extent(of: completed(shown + hidden), in: timeBase)
  }

  private func extent(of intervals: [Shown], in timeBase: Ratio) -> ClosedRange<Duration>? {
    guard let earliest = intervals.first?.start else { return nil }
    if sampleTime.isPositive { return soundExtent(of: intervals, in: timeBase) }
    var latest = earliest
    for interval in intervals {
      let end = interval.start.addingReportingOverflow(interval.duration)
      if !end.overflow { latest = max(latest, end.partialValue) }
    }
    return timeBase.duration(earliest)...timeBase.duration(latest)
  }

  /// From the start of the first piece of sound to the end of the last, to the sample.
  ///
  /// Containers round times to their ticks. While a piece comes when the samples before it have been
  /// heard, to less than a tick, those tell the time; likewise its own samples its length.
  private func soundExtent(of pieces: [Shown], in timeBase: Ratio) -> ClosedRange<Duration>? {
    let tick = timeBase.duration(1)
    func isSame(_ one: Duration, _ other: Duration) -> Bool {
      max(one - other, other - one) < tick
    }
    var extent: ClosedRange<Duration>?
    // Sound without a gap: when it began, and its samples. Priming ends at 0, wherever that is
    // between two ticks.
    var run: (from: Duration, samples: Int64)? =
      skippedAtStart > 0 ? (.zero - sampleTime.duration(skippedAtStart), 0) : nil
    for piece in pieces {
      var start = timeBase.duration(piece.start)
      let known = run.map { $0.from + sampleTime.duration($0.samples) }
      if let known, isSame(start, known) { start = known } else { run = (start, 0) }
      var end = start + timeBase.duration(piece.duration)
      if piece.samples > 0, isSame(end - start, sampleTime.duration(piece.samples)) {
        run?.samples += piece.samples
        end = run.map { $0.from + sampleTime.duration($0.samples) } ?? end
      } else {
        run = nil
      }
      extent = extent.map { min($0.lowerBound, start)...max($0.upperBound, end) } ?? start...end
    }
    return extent
  }

  /// Samples of the shown sound over the decoder's rate; nil where packets don't tell their samples.
  ///
  /// Of a last packet that an edit list cuts, the shown share counts.
  func soundClock() -> Duration? {
    guard stream.kind == .audio, stream.sampleRate > 0, !isEmpty else { return nil }
    if let track { return track.soundClock() }
    guard let samples else { return nil }
    let whole = Ratio(1, Int32(clamping: stream.sampleRate)).duration(samples) + otherSound
    guard let edited, let first = shown.first, let last = shown.last else { return whole }
    let start = stream.timeBase.duration(first.start)
    let end = stream.timeBase.duration(last.start) + stream.timeBase.duration(last.duration)
    guard end > edited.upperBound, end > start else { return whole }
    return whole * (1 - min(1, (end - edited.upperBound) / (end - start)))
  }
}
