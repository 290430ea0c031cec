internal import Rules

/// What is missing of a transport stream by its packets' counters (ISO/IEC 13818-1, 2.4.3.3): each of a
/// stream counts one further, to 15 and on from 0, unless it says that it does not.
///
/// libavformat follows the counters too, but forgets what it found where it cuts pictures out of
/// packets, and takes a packet that is sent twice, as the standard lets one be, for a lost one.
struct TransportCounters {
  /// Packets that are missing or marked as wrong.
  struct Losses: Equatable {
    /// How often something is missing.
    var places = 0
    /// How many packets are, at least: a counter knows only 16 of them.
    var packets = 0

    /// What is told of them.
    ///
    /// - Parameter media: what they hold.
    func message(of media: String) -> String {
      "At least \(packets) \(packets == 1 ? "packet" : "packets") of the \(media)"
        + " \(packets == 1 ? "is" : "are") missing from the transport stream, in \(places)"
        + " \(places == 1 ? "place" : "places")."
    }
  }

  /// One stream of packets.
  private struct Stream {
    var first: UInt8
    var last: UInt8
    /// Where the last packet with a payload begins.
    var place: Int64
    var wasRepeated = false
    /// How often the table of programs had begun anew by then.
    var beginning: Int
  }

  /// The sizes of packets: plain, with a time before each, and with a code behind it to correct errors.
  private static let sizes = [188, 192, 204]
  private static let sync: UInt8 = 0x47
  /// How many packets tell their size.
  private static let certain = 5

  let file: InputFile
  /// Whether the movie's clock begins anew somewhere: it was joined, and so were its counters.
  let isJoined: Bool
  private var streams: [Int: Stream] = [:]
  /// How often the table of programs (stream 0) began anew.
  private var beginnings = 0
  private var found: [Int: Losses] = [:]

  init(file: InputFile, isJoined: Bool) {
    self.file = file
    self.isJoined = isJoined
  }

  /// Reads all packets' headers.
  ///
  /// - Parameter wanted: the streams, by their packet identifiers.
  /// - Returns: what is missing of those that lost something.
  mutating func losses(of wanted: Set<Int>, within budget: inout Budget) throws -> [Int: Losses] {
    let head = try file.read(at: 0, count: min(16_384, Int(clamping: file.size)))
    guard let (start, size) = Self.grid(head) else { return [:] }
    let chunk = size * 512
    var place = Int64(start)
    while place + 188 <= file.size {
      try budget.check()
      let bytes = try file.read(at: place, count: chunk)
      var offset = 0
      while offset + 188 <= bytes.count {
        guard bytes[offset] == Self.sync else {
          // Bytes are missing or too many: on to where packets begin again.
          offset += 1
          while offset + size < bytes.count,
            bytes[offset] != Self.sync || bytes[offset + size] != Self.sync
          { offset += 1 }
          if offset + size >= bytes.count { break }
          continue
        }
        try take(bytes[offset..<offset + 188], at: place + Int64(offset), wanted)
        offset += size
      }
      place += Int64(max(offset, 1))
    }
    return found
  }

  /// Where the first packet is and how far they are apart; nil where none are found.
  private static func grid(_ head: [UInt8]) -> (start: Int, size: Int)? {
    for start in head.indices where head[start] == sync {
      for size in sizes {
        let places = (1...certain).map { start + $0 * size }.filter { $0 < head.count }
        // Of a very short file what there is must do.
        if places.count >= min(certain, (head.count - start - 1) / size), !places.isEmpty,
          places.allSatisfy({ head[$0] == sync })
        {
          return (start, size)
        }
      }
    }
    return nil
  }

  private mutating func take(
    _ packet: ArraySlice<UInt8>, at place: Int64, _ wanted: Set<Int>
  ) throws {
    let head = packet.startIndex
    let id = Int(packet[head + 1] & 0x1F) << 8 | Int(packet[head + 2])
    guard id == 0 || wanted.contains(id) else { return }
    if packet[head + 1] & 0x80 != 0 {
      // What the header of a wrong packet says may be wrong as well.
      count(1, id)
      if var stream = streams[id] {
        stream.last = (stream.last + 1) & 15
        streams[id] = stream
      }
      return
    }
    let counter = packet[head + 3] & 15
    let hasFields = packet[head + 3] & 0x20 != 0
    let hasPayload = packet[head + 3] & 0x10 != 0
    let isBreak = hasFields && packet[head + 4] > 0 && packet[head + 5] & 0x80 != 0
    guard hasPayload else {
      if isBreak { streams[id] = nil }
      return
    }
    guard var stream = streams[id] else {
      streams[id] = Stream(first: counter, last: counter, place: place, beginning: beginnings)
      return
    }
    defer {
      stream.last = counter
      stream.place = place
      stream.beginning = beginnings
      streams[id] = stream
    }
    let missing = Int((counter &- stream.last &- 1) & 15)
    // Another part's table may be the same as the last one of the part before. Where the clock jumps,
    // it may even count on by chance.
    if id == 0, isJoined || missing > 0 && counter == stream.first { beginnings += 1 }
    if counter == stream.last, !stream.wasRepeated, try isSame(packet, at: stream.place) {
      stream.wasRepeated = true
      return
    }
    stream.wasRepeated = false
    guard missing > 0, !isBreak, id != 0 else { return }
    // A recording that was put behind another one begins with its tables, and counts from the start.
    let startsUnit = packet[head + 1] & 0x40 != 0
    let isAnew = stream.beginning != beginnings && startsUnit
    if isAnew, isJoined || counter == stream.first { return }
    count(missing, id)
  }

  private mutating func count(_ packets: Int, _ id: Int) {
    guard id != 0 else { return }
    found[id, default: Losses()].places += 1
    found[id, default: Losses()].packets += packets
  }

  /// Whether a packet is the one at `place` once more, but for the clock that it may bear.
  private func isSame(_ packet: ArraySlice<UInt8>, at place: Int64) throws -> Bool {
    let other = try file.read(at: place, count: 188)
    guard other.count == 188 else { return false }
    let hasFields = packet[packet.startIndex + 3] & 0x20 != 0
    let fields = hasFields ? min(184, 1 + Int(packet[packet.startIndex + 4])) : 0
    return packet.dropFirst(4 + fields).elementsEqual(other.dropFirst(4 + fields))
  }
}
