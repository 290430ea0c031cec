internal import FFmpeg

/// The packets of a track whose edit list is applied here, and what it shows of them.
struct EditedTrack {
  /// A packet as it lies in the media, in ticks of the track's clock.
  struct Coded {
    var start: Int64
    var duration: Int64
    var decoding: Int64
    var isKey: Bool
    var size: Int
    /// How long its sound lasts by its samples; nil where unknown.
    var sound: Duration?
  }

  /// A packet, or a part of one, that is presented.
  struct Piece {
    /// Its place among the packets in order of presentation.
    var packet: Int
    var start: Duration
    var length: Duration
  }

  let list: EditList
  /// Whether the track is pictures, which stay until the next one comes.
  let isPictures: Bool
  /// In order of presentation.
  private let coded: [Coded]
  /// In order of the movie's time line.
  let pieces: [Piece]
  /// Whether `pieces` are all that the list shows; not where it shows more than are followed.
  let isWhole: Bool
  /// The parts of the list, each with the packets that it shows.
  private let parts: [(part: EditList.Part, packets: ClosedRange<Int>)]

  /// - Parameter coded: with their durations; in any order.
  init(_ list: EditList, isPictures: Bool, coded: [Coded]) {
    self.list = list
    self.isPictures = isPictures
    self.coded = coded.sorted { $0.start < $1.start }
    var pieces: [Piece] = []
    var parts: [(part: EditList.Part, packets: ClosedRange<Int>)] = []
    // Each edit may show everything there is.
    let most = coded.count + list.parts.count + Self.mostRepeated
    var isWhole = true
    for part in list.parts {
      guard pieces.count <= most else {
        isWhole = false
        break
      }
      let shown = Self.pieces(of: part, list, self.coded, isPictures: isPictures)
      guard let first = shown.first, let last = shown.last else { continue }
      parts.append((part, first.packet...last.packet))
      for piece in shown {
        // A picture that goes on from one part to the next is one picture.
        if isPictures, let before = pieces.last, before.packet == piece.packet,
          before.start + before.length == piece.start
        {
          pieces[pieces.count - 1].length += piece.length
        } else {
          pieces.append(piece)
        }
      }
    }
    self.pieces = pieces
    self.isWhole = isWhole
    self.parts = parts
  }

  /// How many packets a list may show again and still be followed; as many take a second or two.
  static let mostRepeated = 1_000_000

  private static func pieces(
    of part: EditList.Part, _ list: EditList, _ coded: [Coded], isPictures: Bool
  ) -> [Piece] {
    let from = part.media.lowerBound
    // The first that starts after the part does.
    var (low, high) = (0, coded.count)
    while low < high {
      let middle = (low + high) / 2
      if coded[middle].start <= from { low = middle + 1 } else { high = middle }
    }
    var pieces: [Piece] = []
    var index = max(0, low - 1)
    // Sound that overlaps begins earlier still.
    while !isPictures, index > 0, end(of: index - 1, coded, isPictures: false) > from { index -= 1 }
    while index < coded.count {
      defer { index += 1 }
      let packet = coded[index]
      let end = end(of: index, coded, isPictures: isPictures)
      if let held = part.held {
        // Held sound is silence.
        if isPictures, packet.start <= from, from < end {
          return [Piece(packet: index, start: part.place, length: held)]
        }
        if packet.start > from { return [] }
        continue
      }
      if packet.start >= part.media.upperBound { break }
      let (start, stop) = (max(packet.start, from), min(end, part.media.upperBound))
      guard start < stop else { continue }
      let length = list.mediaBase.duration(stop - start)
      // What a duration rounded up shows of one picture more is no part of the cut.
      if isPictures, !pieces.isEmpty, stop < end, length * 2 < list.precision,
        stop - start < (end - start) / 4
      {
        break
      }
      pieces.append(
        Piece(
          packet: index, start: part.place + list.mediaBase.duration(start - from), length: length))
    }
    return pieces
  }

  /// When a packet's picture or sound goes; a picture stays until the next one comes.
  private static func end(of index: Int, _ coded: [Coded], isPictures: Bool) -> Int64 {
    if isPictures, index + 1 < coded.count { return coded[index + 1].start }
    let end = coded[index].start.addingReportingOverflow(coded[index].duration)
    return end.overflow ? .max : end.partialValue
  }

  /// What is presented, in ticks of the list's `lineBase`.
  func shown() -> [StreamClock.Shown] {
    pieces.map { piece in
      let start = list.lineBase.ticks(piece.start)
      return StreamClock.Shown(
        start: start, duration: list.lineBase.ticks(piece.start + piece.length) - start,
        samples: 0, isKey: coded[piece.packet].isKey, size: coded[piece.packet].size)
    }
  }

  /// The bytes of all packets that are presented.
  var bytes: Int64 {
    Set(pieces.map(\.packet)).reduce(0) { $0 + Int64(coded[$1].size) }
  }

  /// The start of each packet that is presented, in ticks of the track's clock.
  var presentedStarts: Set<Int64> { Set(pieces.map { coded[$0.packet].start }) }

  /// Packets that are not presented, where they would be if the part before them went on, and those
  /// before the first part where they would lead to it; none over another.
  func hidden() -> [Range<Duration>] {
    let presented = Set(pieces.map(\.packet))
    let places = list.parts.sorted { $0.media.lowerBound < $1.media.lowerBound }
    var taken: Duration?
    return coded.indices.filter { !presented.contains($0) }.compactMap { index in
      let start = coded[index].start
      guard let part = places.last(where: { $0.media.lowerBound <= start }) ?? places.first else {
        return nil
      }
      let (offset, isFar) = start.subtractingReportingOverflow(part.media.lowerBound)
      let (length, isLong) = Self.end(of: index, coded, isPictures: isPictures)
        .subtractingReportingOverflow(start)
      guard !isFar, !isLong, length > 0 else { return nil }
      let place = part.place + list.mediaBase.duration(offset)
      let from = taken.map { max($0, place) } ?? place
      let to = from + list.mediaBase.duration(length)
      taken = to
      return from..<to
    }
  }

  /// How long the presented sound lasts by its samples, of cut packets by the share that is heard;
  /// nil where a packet doesn't tell them.
  func soundClock() -> Duration? {
    var sum = Duration.zero
    for piece in pieces {
      let packet = coded[piece.packet]
      guard let sound = packet.sound else { return nil }
      let whole = list.mediaBase.duration(packet.duration)
      sum += whole > .zero && piece.length < whole ? sound * (piece.length / whole) : sound
    }
    return sum
  }

  /// The ways through the media that present all pieces in order: one, and one more each time that
  /// the list goes back.
  func passes() -> [EditPass] {
    isPictures ? picturePasses() : soundPasses()
  }

  private func picturePasses() -> [EditPass] {
    var passes: [EditPass] = []
    var last = Int.max
    for piece in pieces {
      let packet = coded[piece.packet]
      if piece.packet < last {
        passes.append(EditPass(decodesFrom: keyFrame(for: piece.packet), through: packet.start))
      }
      last = piece.packet
      passes[passes.count - 1].through = packet.start
      passes[passes.count - 1].starts[packet.start, default: []].append(piece.start)
    }
    return passes
  }

  /// The decoding timestamp of the last key frame that is shown no later than a picture.
  private func keyFrame(for packet: Int) -> Int64 {
    let key = coded[...packet].last { $0.isKey }
    return key?.decoding ?? .min
  }

  private func soundPasses() -> [EditPass] {
    var passes: [EditPass] = []
    var last = Int.max
    for (part, packets) in parts {
      if packets.lowerBound < last {
        // Sound needs what was coded before it to begin cleanly.
        let from = coded[packets.lowerBound].start
        let early = from.subtractingReportingOverflow(list.mediaBase.ticks(Self.preroll))
        passes.append(
          EditPass(decodesFrom: early.overflow ? .min : early.partialValue, through: from))
      }
      last = packets.upperBound
      passes[passes.count - 1].through = coded[packets.upperBound].start
      passes[passes.count - 1].parts.append(part)
    }
    return passes
  }

  /// No codec of sound leans on more than the last few packets.
  private static let preroll = Duration.seconds(1)
}
