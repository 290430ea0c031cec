/// Takes the chunks of a body apart (RFC 9112, 7.1).
///
/// Extensions and trailers are checked, counted and thrown away: a trailer is never taken for a field.
struct ChunkDecoder: Sendable {
  /// What comes next.
  enum Piece: Sendable {
    case data(ArraySlice<UInt8>)
    case more
    case end
  }

  private enum State {
    /// In a chunk's size, with the digits so far.
    case size(digits: Int)
    case `extension`
    /// Behind CR of a chunk's first line.
    case sizeReturned
    case data
    /// Right behind a chunk's data.
    case dataEnd
    case dataReturned
    /// At the beginning of a line behind the last chunk.
    case trailer
    case trailerName
    case trailerValue
    case trailerReturned
    /// Behind CR of the line that ends the body.
    case lastReturned
  }

  private let limits: RequestLimits
  private var state = State.size(digits: 0)
  private var left: Int64 = 0
  private var extensionBytes = 0
  private var trailerBytes = 0

  init(_ limits: RequestLimits) { self.limits = limits }

  /// Takes bytes from the front up to some data, the end, or the last of them.
  mutating func decode(_ input: inout ArraySlice<UInt8>) throws(RequestFault) -> Piece {
    while let byte = input.first {
      if case .data = state {
        let bytes = input.prefix(Int(min(left, Int64(input.count))))
        input = input.dropFirst(bytes.count)
        left -= Int64(bytes.count)
        if left == 0 { state = .dataEnd }
        return .data(bytes)
      }
      input = input.dropFirst()
      if case .lastReturned = state {
        guard byte == .lineFeed else { throw Self.badTrailer }
        return .end
      }
      state = try next(byte)
    }
    return .more
  }

  private static let badSize = RequestFault.malformed("a chunk's size is none")
  private static let badTrailer = RequestFault.malformed("a trailer is no field")

  private mutating func next(_ byte: UInt8) throws(RequestFault) -> State {
    switch state {
    case .size(let digits): return try size(byte, digits)
    case .extension:
      if byte == .carriageReturn { return .sizeReturned }
      extensionBytes += 1
      guard byte == 0x09 || 0x20...0x7E ~= byte, extensionBytes <= limits.extensionBytes else {
        throw .malformed("a chunk's extension is none, or too long")
      }
      return .extension
    case .sizeReturned:
      guard byte == .lineFeed else { throw Self.badSize }
      return left == 0 ? .trailer : .data
    case .dataEnd:
      guard byte == .carriageReturn else { throw .malformed("a chunk is longer than its size") }
      return .dataReturned
    case .dataReturned:
      guard byte == .lineFeed else { throw .malformed("a chunk is longer than its size") }
      return .size(digits: 0)
    case .trailer, .trailerName, .trailerValue, .trailerReturned: return try trailer(byte)
    case .data, .lastReturned: throw Self.badSize
    }
  }

  private mutating func size(_ byte: UInt8, _ digits: Int) throws(RequestFault) -> State {
    if let digit = byte.hexadecimal {
      // 15 digits are less than 2 to the 63rd.
      guard digits < 15 else { throw Self.badSize }
      left = digits == 0 ? Int64(digit) : left << 4 | Int64(digit)
      return .size(digits: digits + 1)
    }
    guard digits > 0 else { throw Self.badSize }
    switch byte {
    case .carriageReturn: return .sizeReturned
    case UInt8(ascii: ";"): return .extension
    default: throw Self.badSize
    }
  }

  private mutating func trailer(_ byte: UInt8) throws(RequestFault) -> State {
    trailerBytes += 1
    guard trailerBytes <= limits.trailerBytes else { throw .malformed("the trailers are too long") }
    switch state {
    case .trailer:
      if byte == .carriageReturn { return .lastReturned }
      guard byte.isToken else { throw Self.badTrailer }
      return .trailerName
    case .trailerName:
      if byte == UInt8(ascii: ":") { return .trailerValue }
      guard byte.isToken else { throw Self.badTrailer }
      return .trailerName
    case .trailerValue:
      if byte == .carriageReturn { return .trailerReturned }
      guard byte.isFieldContent else { throw Self.badTrailer }
      return .trailerValue
    default:
      guard byte == .lineFeed else { throw Self.badTrailer }
      return .trailer
    }
  }
}
