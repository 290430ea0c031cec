/// What is still to be sent on a connection, and how.
struct Outgoing {
  /// How far sending got.
  enum Progress {
    /// All was handed to the network.
    case done
    /// The network takes no more for now.
    case blocked
    /// The source of events has none for now.
    case quiet
    /// The connection is lost, or a file is shorter than was said.
    case lost
  }

  /// Sent at one turn at most, so that one fast reader does not keep the others waiting.
  private static let turn = 1 << 20

  private(set) var sent: Int64 = 0
  private var bytes: [UInt8] = []
  private var place = 0
  private var file: (body: FileBody, place: Int64, end: Int64)?
  private var events: (any EventSource)?
  private var isChunked = false

  /// Whether bytes or a file wait for the network.
  var isPending: Bool { place < bytes.count || file != nil }

  /// Whether a source gives more.
  var hasEvents: Bool { events != nil }

  /// Adds bytes behind those that wait.
  mutating func append(_ more: [UInt8]) {
    if place == bytes.count { (bytes, place) = ([], 0) }
    bytes += more
  }

  /// Adds a file's part; there is one at a time.
  mutating func append(_ body: FileBody) {
    guard body.count > 0 else { return }
    file = (body, body.offset, body.offset + body.count)
  }

  /// Adds the events of a source.
  mutating func append(_ source: any EventSource, isChunked: Bool) {
    events = source
    self.isChunked = isChunked
  }

  /// Adds a piece of an events' stream.
  mutating func appendPiece(_ piece: [UInt8]) {
    guard isChunked else { return append(piece) }
    append(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + "\r\n".utf8)
  }

  /// Ends the stream of events, and lets go of its source.
  mutating func endEvents() {
    guard let source = events else { return }
    events = nil
    if isChunked { append(Array("0\r\n\r\n".utf8)) }
    source.close()
  }

  /// Lets go of everything that was not sent.
  mutating func giveUp() {
    (bytes, place, file) = ([], 0, nil)
    events?.close()
    events = nil
  }

  /// Begins to count for another answer.
  mutating func beginCount() { sent = 0 }

  /// Sends as much as the network takes.
  mutating func flush(_ transport: Transport) -> Progress {
    var turn = Self.turn
    while turn > 0 {
      let progress: Transport.Progress
      if place < bytes.count {
        // The array's bytes are lent for the call, which reads them.
        progress = unsafe bytes.withUnsafeBytes {
          unsafe transport.send(
            UnsafeRawBufferPointer(rebasing: $0[place...]), isMore: file != nil)
        }
        if case .moved(let count) = progress { place += count }
        if place == bytes.count { (bytes, place) = ([], 0) }
      } else if let (body, start, end) = file {
        progress = transport.send(body, from: start, most: min(turn, Int(end - start)))
        if case .moved(let count) = progress {
          file = start + Int64(count) == end ? nil : (body, start + Int64(count), end)
        }
      } else if let events {
        switch events.next() {
        case .event(let event): appendPiece(event.bytes)
        case .later: return .quiet
        case .end: endEvents()
        }
        continue
      } else {
        return .done
      }
      switch progress {
      case .moved(let count):
        sent += Int64(count)
        turn -= count
      case .blocked: return .blocked
      // Of a file that is shorter than was said, too: what was promised can't be sent.
      case .end, .failed: return .lost
      }
    }
    return .blocked
  }
}
