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
    /// Zero where unknown.
    var length: Duration
  }

  private static let mostBack = Duration.milliseconds(100)
  private static let mostAhead = Duration.seconds(10)

  private var stamps: [Stamp] = []
  private var kinds: [Int: StreamDescription.Kind] = [:]
  private var counts: [Int: Int] = [:]

  /// Counts a packet as the container stamps it.
  mutating func add(_ packet: borrowing Packet, of stream: StreamDescription) {
    let ticks = packet.decodingTimestamp ?? packet.presentationTimestamp
    add(
      stream: stream.index, kind: stream.kind, at: ticks.map { stream.timeBase.duration($0) },
      length: stream.timeBase.duration(packet.duration))
  }

  /// Counts a packet by its decoding time, nil where that is unknown.
  mutating func add(
    stream: Int, kind: StreamDescription.Kind, at time: Duration?, length: Duration
  ) {
    kinds[stream] = kind
    let packet = counts[stream, default: 0]
    counts[stream] = packet + 1
    guard let time else { return }
    stamps.append(Stamp(stream: stream, packet: packet, time: time, length: length))
  }

  /// How packets are to be moved; nil where none is.
  func joins() -> Joins? {
    var stamps = stamps
    var corrections: [Int: [Int: Duration]] = [:]
    for (stream, kind) in kinds where kind == .video {
      let own = stamps.indices.filter { stamps[$0].stream == stream }
      for (place, shift) in Self.corrections(own.map { stamps[$0] }) {
        corrections[stream, default: [:]][stamps[own[place]].packet] = shift
        stamps[own[place]].time += shift
      }
    }
    var parts = Parts(kinds: kinds)
    for stamp in stamps { parts.add(stamp) }
    guard parts.count > 1 || !corrections.isEmpty else { return nil }
    let shifts = parts.shifts()
    var moves: [Int: [Joins.Move]] = [:]
    for (stamp, part) in zip(stamps, parts.numbers) {
      let correction = corrections[stamp.stream]?[stamp.packet] ?? .zero
      let move = Joins.Move(packet: stamp.packet, shift: shifts[part] + correction)
      if moves[stamp.stream]?.last?.shift != move.shift {
        moves[stamp.stream, default: []].append(move)
      }
    }
    return Joins(moves: moves)
  }

  /// Pictures that bear the timestamp of a neighbour, each by its place, with what puts them right.
  ///
  /// Some writers of program streams stamp another picture than the one that a packet begins with, so
  /// that a few follow each other at once too late or too early by one or two lengths, until the
  /// next stamp leads back. It tells them from pictures that are really missing that one of the two
  /// gaps is none, or goes back.
  private static func corrections(_ stamps: [Stamp]) -> [(place: Int, shift: Duration)] {
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
    return all.flatMap { range, shift in range.map { ($0, shift) } }
  }
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
      let distance = Self.distance(time, newest.latest)
      if let last = last[stamp.stream] {
        let fits =
          time >= last.stamp.time - mostBack && time <= parts[last.part].latest + mostAhead
        // Some packets of a part come when another stream is past the join already.
        if fits, last.part == number || Self.distance(time, last.stamp.time) < distance {
          return last.part
        }
        if last.part < number, distance <= mostAhead { return number }
        if fits { return last.part }
      } else if distance <= mostAhead {
        return number
      }
      // Text and data keep clocks of their own.
      guard kinds[stamp.stream] == .video || kinds[stamp.stream] == .audio else {
        return last[stamp.stream]?.part ?? number
      }
      parts.append(Part(latest: time))
      return number + 1
    }

    private static func distance(_ one: Duration, _ other: Duration) -> Duration {
      one > other ? one - other : other - one
    }

    /// How far each part is moved to follow those before it.
    func shifts() -> [Duration] {
      var shifts: [Duration] = []
      for number in parts.indices { shifts.append(shift(of: number, after: shifts)) }
      return shifts
    }

    private func shift(of number: Int, after shifts: [Duration]) -> Duration {
      func end(of stream: Int) -> Duration? {
        (0..<number).compactMap { earlier in
          parts[earlier].ends[stream].map { $0 + shifts[earlier] }
        }.max()
      }
      // Pictures are joined without a gap, and where a part has none, sound.
      for kind in [StreamDescription.Kind.video, .audio] {
        for stream in kinds.keys.sorted() where kinds[stream] == kind {
          if let start = parts[number].starts[stream], let end = end(of: stream) {
            return end - start
          }
        }
      }
      guard let end = kinds.keys.compactMap(end).max(),
        let start = parts[number].starts.values.min()
      else { return .zero }
      return end - start
    }
  }
}

extension Container {
  /// Whether its timestamps may begin anew anywhere (`AVFMT_TS_DISCONT`).
  var mayJump: Bool { self == .mpegts || self == .mpegps }
}
