internal import FFmpeg

/// Where the clock of a movie jumps, and how its packets are moved so that it runs on.
///
/// Made by one reading of all streams and followed by each later one, so that all of them, whatever
/// streams they read, have the same times.
struct Joins {
  /// From which packet of a stream on its timestamps are moved, and by how much.
  struct Move {
    /// The number of the packet among those of its stream, from 0.
    var packet: Int
    var shift: Duration
    /// How long each of them lasts; nil leaves that to the container.
    var length: Duration?
  }

  /// In order, by the stream's index.
  var moves: [Int: [Move]]
  /// The packets that later parts of a stream begin with, by the stream's index: nothing from there on
  /// leans on what came before.
  var beginnings: [Int: Set<Int>] = [:]

  /// Whether anything in it is another recording.
  var hasParts: Bool { beginnings.values.contains { !$0.isEmpty } }

  /// Moves the packets of one reading.
  struct Reading {
    private let joins: Joins?
    private var counts: [Int: Int] = [:]
    /// How many of each stream's moves have come.
    private var places: [Int: Int] = [:]

    /// - Parameter joins: nil leaves packets as they are.
    init(_ joins: Joins?) {
      self.joins = joins
    }

    /// Takes the next packet that the demuxer gave, and tells whether a part begins with it.
    mutating func place(_ packet: borrowing Packet, timeBase: Ratio) -> Bool {
      guard let moves = joins?.moves[packet.streamIndex] else { return false }
      let count = counts[packet.streamIndex, default: 0]
      counts[packet.streamIndex] = count + 1
      let begins = joins?.beginnings[packet.streamIndex]?.contains(count) ?? false
      var place = places[packet.streamIndex, default: 0]
      while place < moves.count, moves[place].packet <= count { place += 1 }
      places[packet.streamIndex] = place
      guard place > 0 else { return begins }
      let move = moves[place - 1]
      packet.move(by: timeBase.ticks(move.shift))
      if let length = move.length { packet.setDuration(timeBase.ticks(length)) }
      return begins
    }
  }
}
