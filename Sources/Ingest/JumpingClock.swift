internal import FFmpeg
internal import Rules

/// Finds where the timestamps of a transport or program stream begin anew, as in recordings that
/// were joined byte by byte, and where they are those of a neighbour.
///
/// A packet more than `mostBack` before the last one of its stream, or more than `mostAhead` after
/// all that came, begins a new part of the movie (the rules of FFmpeg's own tool,
/// `-dts_delta_threshold`). A part goes on where the pictures of the one before it end, and all
/// streams move alike, so that picture and sound keep their offset.
struct JumpingClock {
  /// A packet by its decoding time.
  struct Stamp {
    var stream: Int
    /// The number of the packet among those of its stream, from 0.
    var packet: Int
    var time: Duration
    /// As the container has it; zero where unknown.
    var length: Duration
    /// By the packet's own header, where it has one.
    var ownLength: Duration?
    /// Where it begins in the file, in bytes, where the container tells.
    var position: Int64?
  }

  private static let mostBack = Duration.milliseconds(100)
  private static let mostAhead = Duration.seconds(10)

  private var stamps: [Stamp] = []
  private var kinds: [Int: StreamDescription.Kind] = [:]
  private var counts: [Int: Int] = [:]

  /// Counts a packet as the container stamps it.
  ///
  /// - Parameter header: what sound says of itself.
  mutating func add(
    _ packet: borrowing Packet, of stream: StreamDescription, header: SoundHeader?
  ) {
    let ticks = packet.decodingTimestamp ?? packet.presentationTimestamp
    add(
      stream: stream.index, kind: stream.kind, at: ticks.map { stream.timeBase.duration($0) },
      length: stream.timeBase.duration(packet.duration),
      ownLength: header?.length, position: packet.position)
  }

  /// Counts a packet by its decoding time, nil where that is unknown.
  mutating func add(
    stream: Int, kind: StreamDescription.Kind, at time: Duration?, length: Duration,
    ownLength: Duration? = nil, position: Int64? = nil
  ) {
    kinds[stream] = kind
    let packet = counts[stream, default: 0]
    counts[stream] = packet + 1
    guard let time else { return }
    stamps.append(
      Stamp(
        stream: stream, packet: packet, time: time, length: length, ownLength: ownLength,
        position: position))
  }

  /// What puts the packet at a place of its stream right.
  private struct Correction {
    var place: Int
    var shift: Duration
    var length: Duration?
  }

  private static func distance(_ one: Duration, _ other: Duration) -> Duration {
    one > other ? one - other : other - one
  }

  /// How packets are to be moved; nil where none is.
  func joins() -> Joins? {
    var corrected = stamps
    var isCorrected = false
    for (stream, kind) in kinds {
      let own = stamps.indices.filter { stamps[$0].stream == stream }
      let corrections =
        kind == .video
        ? Self.neighbours(own.map { stamps[$0] })
        : kind == .audio ? Self.otherLengths(own.map { stamps[$0] }) : []
      for correction in corrections {
        isCorrected = true
        let index = own[correction.place]
        corrected[index].time += correction.shift
        corrected[index].length = correction.length ?? corrected[index].length
      }
    }
    var parts = Parts(kinds: kinds)
    for stamp in corrected { parts.add(stamp) }
    guard parts.count > 1 || isCorrected else { return nil }
    let shifts = parts.shifts()
    var moves: [Int: [Joins.Move]] = [:]
    for (index, stamp) in stamps.enumerated() {
      let move = Joins.Move(
        packet: stamp.packet,
        shift: shifts[parts.numbers[index]] + corrected[index].time - stamp.time,
        length: corrected[index].length == stamp.length ? nil : corrected[index].length)
      let before = moves[stamp.stream]?.last
      if before == nil || before?.shift != move.shift || before?.length != move.length {
        moves[stamp.stream, default: []].append(move)
      }
    }
    return Joins(
      moves: moves, beginnings: beginnings(partNumbers: parts.numbers, shifts: shifts))
  }

  /// With how many packets a part may be a few wrong stamps in the middle of another.
  private static let mostStray = 2

  /// The packets of each stream that later parts begin with.
  ///
  /// A part of a packet or two, behind which the clock runs on as if nothing had been, is no part but
  /// wrong stamps: its pictures and those behind it lean on what came before.
  private func beginnings(partNumbers: [Int], shifts: [Duration]) -> [Int: Set<Int>] {
    var runs: [Int: [(part: Int, packet: Int, count: Int)]] = [:]
    for (stamp, part) in zip(stamps, partNumbers) {
      if let last = runs[stamp.stream]?.last, last.part == part {
        runs[stamp.stream, default: []][runs[stamp.stream, default: []].count - 1].count += 1
      } else {
        runs[stamp.stream, default: []].append((part, stamp.packet, 1))
      }
    }
    return runs.mapValues { runs in
      var beginnings = Set(runs.dropFirst().map(\.packet))
      for (place, stray) in runs.enumerated().dropFirst().dropLast()
      where stray.count <= Self.mostStray {
        let next = runs[place + 1]
        if Self.distance(shifts[next.part], shifts[runs[place - 1].part]) < Self.mostBack {
          beginnings.subtract([stray.packet, next.packet])
        }
      }
      return beginnings
    }
  }

  /// Where in the file packets begin, each with the one before it of its stream, by their numbers.
  func edges(of packets: Set<Int>, stream: Int) -> [Int: ClosedRange<Int64>] {
    var edges: [Int: ClosedRange<Int64>] = [:]
    var last: Int64?
    for stamp in stamps where stamp.stream == stream {
      if packets.contains(stamp.packet), let last, let position = stamp.position, last <= position {
        edges[stamp.packet] = last...position
      }
      last = stamp.position
    }
    return edges
  }

  /// Pictures that bear the timestamp of a neighbour, each by its place, with what puts them right.
  ///
  /// Some writers of program streams stamp another picture than the one that a packet begins with, so
  /// that a few follow each other at once too late or too early by one or two lengths, until the
  /// next stamp leads back. It tells them from pictures that are really missing that one of the two
  /// gaps is none, or goes back.
  private static func neighbours(_ stamps: [Stamp]) -> [Correction] {
    var off: (start: Int, lengths: Int)?
    var found: [(range: Range<Int>, shift: Duration)] = []
    var unfinished: [(range: Range<Int>, shift: Duration)] = []
    for place in stamps.indices.dropFirst() {
      let length = stamps[place - 1].length
      guard length > .zero else { return [] }
      let gap = stamps[place].time - stamps[place - 1].time
      let lengths = (-1...3).first { count in
        let difference = gap - length * count
        return difference < length / 8 && .zero - difference < length / 8
      }
      if lengths == 1 { continue }
      if let open = off {
        let range = (range: open.start..<place, shift: length * -open.lengths)
        off = nil
        if lengths == 1 - open.lengths {
          found.append(range)
          continue
        }
        if lengths == nil { unfinished.append(range) }
      }
      off = lengths.map { (place, $0 - 1) }
    }
    if let open = off, let length = stamps.last?.length {
      unfinished.append((open.start..<stamps.count, length * -open.lengths))
    }
    // Where a part ends before the next stamp, only a writer that was seen to do so is put right.
    let all = found.isEmpty ? [] : found + unfinished
    return all.flatMap { range, shift in range.map { Correction(place: $0, shift: shift) } }
  }

  /// Sound that lasts longer or shorter than libav takes it to, as where its rate changes on the way.
  ///
  /// Where several packets share a stamp, libav counts on by the length that it knows: such times are
  /// counted anew by the packets' own lengths.
  private static func otherLengths(_ stamps: [Stamp]) -> [Correction] {
    guard stamps.contains(where: { differs($0) }) else { return [] }
    var found: [Correction] = []
    var next: (stamped: Duration, own: Duration)?
    for (place, stamp) in stamps.enumerated() {
      var time = stamp.time
      // libav rounds to a tick of 1/90000 s.
      if let next, distance(stamp.time, next.stamped) < tick * 2 { time = next.own }
      let length = differs(stamp) ? stamp.ownLength ?? stamp.length : stamp.length
      next = (stamp.time + stamp.length, time + length)
      if time == stamp.time, length == stamp.length { continue }
      found.append(Correction(place: place, shift: time - stamp.time, length: length))
    }
    return found
  }

  private static func differs(_ stamp: Stamp) -> Bool {
    stamp.ownLength.map { distance($0, stamp.length) > tick * 2 } ?? false
  }

  private static let tick = Duration.microseconds(12)
}

extension JumpingClock {
  /// The parts that stamps fall into, told one after another.
  private struct Parts {
    private struct Part {
      /// The latest decoding time of any stream.
      var latest: Duration
      /// The first decoding time of each stream.
      var starts: [Int: Duration] = [:]
      /// When the last packet of each stream ends.
      var ends: [Int: Duration] = [:]
    }

    let kinds: [Int: StreamDescription.Kind]
    /// The part of each stamp.
    private(set) var numbers: [Int] = []
    private var parts: [Part] = []
    /// The last stamp of each stream, with its part.
    private var last: [Int: (stamp: Stamp, part: Int)] = [:]

    init(kinds: [Int: StreamDescription.Kind]) {
      self.kinds = kinds
    }

    var count: Int { parts.count }

    mutating func add(_ stamp: Stamp) {
      let number = number(of: stamp)
      var stamp = stamp
      if stamp.length <= .zero, let last = last[stamp.stream], last.part == number {
        stamp.length = max(.zero, stamp.time - last.stamp.time)
      }
      numbers.append(number)
      last[stamp.stream] = (stamp, number)
      var part = parts[number]
      part.latest = max(part.latest, stamp.time)
      part.starts[stamp.stream] = min(part.starts[stamp.stream] ?? stamp.time, stamp.time)
      let end = stamp.time + stamp.length
      part.ends[stamp.stream] = max(part.ends[stamp.stream] ?? end, end)
      parts[number] = part
    }

    /// The part that a packet belongs to; a new one where it fits none.
    private mutating func number(of stamp: Stamp) -> Int {
      let time = stamp.time
      guard let newest = parts.last else {
        parts = [Part(latest: time)]
        return 0
      }
      let number = parts.count - 1
      let away = distance(time, newest.latest)
      if let last = last[stamp.stream] {
        let fits =
          time >= last.stamp.time - mostBack && time <= parts[last.part].latest + mostAhead
        // Some packets of a part come when another stream is past the join already.
        if fits, last.part == number || distance(time, last.stamp.time) < away {
          return last.part
        }
        if last.part < number, away <= mostAhead { return number }
        if fits { return last.part }
      } else if away <= mostAhead {
        return number
      }
      // Text and data keep clocks of their own.
      guard kinds[stamp.stream] == .video || kinds[stamp.stream] == .audio else {
        return last[stamp.stream]?.part ?? number
      }
      parts.append(Part(latest: time))
      return number + 1
    }

    /// How far each part is moved to follow those before it.
    func shifts() -> [Duration] {
      var shifts: [Duration] = []
      // When each stream ends over all parts so far, as they are moved: parts may be many.
      var ends: [Int: Duration] = [:]
      for part in parts {
        let shift = shift(of: part, after: ends)
        shifts.append(shift)
        for (stream, end) in part.ends {
          ends[stream] = max(ends[stream] ?? end + shift, end + shift)
        }
      }
      return shifts
    }

    private func shift(of part: Part, after ends: [Int: Duration]) -> Duration {
      // Pictures are joined without a gap, and where a part has none, sound.
      for kind in [StreamDescription.Kind.video, .audio] {
        for stream in kinds.keys.sorted() where kinds[stream] == kind {
          if let start = part.starts[stream], let end = ends[stream] { return end - start }
        }
      }
      guard let end = ends.values.max(), let start = part.starts.values.min() else { return .zero }
      return end - start
    }
  }
}

extension Container {
  /// Whether its timestamps may begin anew anywhere (`AVFMT_TS_DISCONT`).
  var mayJump: Bool { self == .mpegts || self == .mpegps }
}
