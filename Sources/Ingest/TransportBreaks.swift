internal import Rules

/// Where the packets of a transport stream do not count on (ISO/IEC 13818-1, 2.4.3.3), lost or of
/// another recording.
struct TransportBreaks {
  /// The table of programs (PAT), that every recording begins with.
  private static let table = 0
  /// How far behind the place that libavformat gives for a packet its first byte may be: it counts
  /// back from what lies behind the packet, with or without a time before it and a code behind it.
  private static let slack: Int64 = 16

  /// The places of packets, in order, by the stream's identifier.
  private var places: [Int: [Int64]] = [:]

  /// Reads all packets' headers.
  ///
  /// - Parameter wanted: the streams, by their packet identifiers.
  init(_ file: InputFile, of wanted: Set<Int>, within budget: inout Budget) throws {
    var last: [Int: ArraySlice<UInt8>] = [:]
    try TransportPackets(file: file).forEach(within: &budget) { packet, place in
      let head = packet.startIndex
      let id = TransportPackets.identifier(packet)
      // What the header of a wrong packet says may be wrong as well, and without a payload it does
      // not count.
      guard id == Self.table || wanted.contains(id), packet[head + 1] & 0x80 == 0,
        packet[head + 3] & 0x10 != 0
      else { return }
      if let before = last[id], !Self.follows(packet, before, isTable: id == Self.table) {
        places[id, default: []].append(place)
      }
      last[id] = packet
    }
  }

  /// Whether a packet counts on from another, or is the same once more.
  private static func follows(
    _ packet: ArraySlice<UInt8>, _ before: ArraySlice<UInt8>, isTable: Bool
  ) -> Bool {
    let step = (packet[packet.startIndex + 3] &- before[before.startIndex + 3]) & 15
    // Some writers do not count tables at all.
    if step == 0, !isTable {
      return TransportPackets.payload(packet).elementsEqual(TransportPackets.payload(before))
    }
    return step <= 1
  }

  /// Whether packets of the stream, or of the table of programs, do not count on behind the first
  /// byte of a range, up to the packet that its last byte begins.
  func areIn(_ range: ClosedRange<Int64>, of id: Int) -> Bool {
    let (from, to) = (range.lowerBound + Self.slack, range.upperBound + Self.slack)
    return [id, Self.table].contains { id in
      let places = places[id] ?? []
      // Sorted, and looked up once for each of what may be many jumps.
      var (low, high) = (0, places.count)
      while low < high {
        let middle = (low + high) / 2
        if places[middle] > from { high = middle } else { low = middle + 1 }
      }
      return low < places.count && places[low] <= to
    }
  }
}
