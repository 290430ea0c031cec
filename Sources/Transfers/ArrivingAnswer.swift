/// What goes and comes in one exchange, piece by piece, as libcurl's callbacks tell it.
///
/// It is used by the one thread that runs the exchange.
final class ArrivingAnswer {
  private let limits: TransferLimits
  /// Nil where libcurl has the body's bytes itself.
  private let reader: (any TransferReader)?
  private var headCount = 0
  private(set) var fields: [String: String] = [:]
  private(set) var body: [UInt8] = []
  private(set) var isTooLong = false
  private(set) var sourceError: (any Error)?
  /// How many pieces have come.
  private(set) var pieces = 0

  init(_ limits: TransferLimits, reader: (any TransferReader)?) {
    self.limits = limits
    self.reader = reader
  }

  /// Takes a line of a head; each head that begins makes the one before it a preliminary one.
  ///
  /// - Returns: whether the exchange may go on.
  func takeLine(_ bytes: some Collection<UInt8>) -> Bool {
    pieces += 1
    headCount += bytes.count
    guard headCount <= limits.head else {
      isTooLong = true
      return false
    }
    if bytes.starts(with: "HTTP/".utf8) {
      fields = [:]
      return true
    }
    // A line that a blank begins goes on with the one before (obsolete since RFC 7230), and an empty one ends the head.
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first,
      !Self.isBlank(first)
    else { return true }
    let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    let rest = bytes[bytes.index(after: colon)...].drop(while: Self.isBlank)
    var value = Array(rest)
    while let last = value.last, Self.isBlank(last) { value.removeLast() }
    let text = String(decoding: value, as: UTF8.self)
    fields[name] = fields[name].map { "\($0), \(text)" } ?? text
    return true
  }

  /// Takes a piece of the body.
  ///
  /// - Returns: whether the exchange may go on.
  func takeBody(_ bytes: some Collection<UInt8>) -> Bool {
    pieces += 1
    guard body.count + bytes.count <= limits.body else {
      isTooLong = true
      return false
    }
    body += bytes
    return true
  }

  /// The next bytes of the request's body.
  ///
  /// - Returns: nil where its source failed, or gave more than was asked for.
  func next(_ most: Int) -> [UInt8]? {
    do {
      let bytes = try reader?.next(most) ?? []
      return bytes.count <= most ? bytes : nil
    } catch {
      sourceError = error
      return nil
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || 9...13 ~= byte
  }
}
