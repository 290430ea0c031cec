internal import FFmpeg
internal import Rules

extension Probe {
  /// How the packets are to be moved, by what their first reading noted; nil where none is.
  ///
  /// In a transport stream a part begins only where its counters do not run on: where they do, it was
  /// written as one, and all that its writer did was to set its clock.
  func movedPackets(
    _ jumps: JumpingClock?, _ streams: [StreamDescription], _ container: Container,
    within budget: inout Budget
  ) throws -> Joins? {
    guard let jumps, var joins = jumps.joins() else { return nil }
    guard container == .mpegts, joins.hasParts else { return joins }
    let identifiers = joins.beginnings.keys.map { streams[$0].id }
    let breaks = try TransportBreaks(file, of: Set(identifiers), within: &budget)
    for (index, packets) in joins.beginnings {
      let edges = jumps.edges(of: packets, stream: index)
      joins.beginnings[index] = packets.filter { packet in
        edges[packet].map { breaks.areIn($0, of: streams[index].id) } ?? true
      }
    }
    return joins
  }
}
