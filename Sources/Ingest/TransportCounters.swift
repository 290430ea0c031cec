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
    try TransportPackets(file: file).forEach(within: &budget) { try take($0, at: $1, wanted) }
    return found
  }

  private mutating func take(
    _ packet: ArraySlice<UInt8>, at place: Int64, _ wanted: Set<Int>
  ) throws {
    let head = packet.startIndex
    let id = TransportPackets.identifier(packet)
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
    return TransportPackets.payload(packet).elementsEqual(TransportPackets.payload(other[...]))
  }
}
