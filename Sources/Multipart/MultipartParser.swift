/// Takes a body of `multipart/form-data` apart as it comes (RFC 7578, RFC 2046, 5.1).
///
/// A state machine over bytes: what the receiver gets does not depend on how the body was split, but for
/// how data is. Nothing of a part's data is held back beyond what might be the beginning of a delimiter,
/// so that memory does not grow with the body. After an error it takes nothing more.
public struct MultipartParser: Sendable {
  /// Where in the body the next byte is.
  private enum State {
    /// Before the first delimiter.
    case preamble
    /// In a part's data.
    case data
    /// Right behind a delimiter.
    case delimited
    /// Behind a delimiter and one dash.
    case dashed
    /// Behind a delimiter and blanks.
    case padded
    /// Behind a delimiter and CR.
    case returned
    /// In a part's header.
    case header
    /// Behind CR in a part's header.
    case headerReturned
    /// Behind the closing delimiter.
    case epilogue
    /// Behind an error.
    case failed
  }

  /// What went wrong: with the body, or with its receiver.
  public enum Stop<Failure: Error>: Error {
    case malformed(MultipartError)
    case receiver(Failure)
  }

  private let limits: MultipartLimits
  /// CR, LF, two dashes and the boundary.
  private let delimiter: [UInt8]
  private var state = State.preamble
  /// How many bytes of the delimiter have come.
  private var matched = 2
  /// How many of those are no data whatever follows: the body begins as if behind a line end, and the
  /// line end of a part's header is that of a delimiter right behind it.
  private var borrowed = 2
  /// What came behind a delimiter that may yet be none.
  private var tail: [UInt8] = []
  private var isInPart = false
  private var preambleBytes = 0
  private var partCount = 0
  private var headerBytes = 0
  private var line: [UInt8] = []
  private var lines: [[UInt8]] = []

  /// A parser of one body.
  public init(_ boundary: MultipartBoundary, limits: MultipartLimits = MultipartLimits()) {
    self.limits = limits
    delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary.bytes
  }

  /// Takes the next bytes of the body.
  ///
  /// - Throws: `Stop.malformed` for what is no such body or more than is allowed, and what the receiver
  ///   throws.
  public mutating func parse<Receiver: MultipartReceiver>(
    _ bytes: ArraySlice<UInt8>, into receiver: inout Receiver
  ) throws(Stop<Receiver.Failure>) {
    do {
      var rest = bytes
      while !rest.isEmpty { try step(&rest, &receiver) }
    } catch {
      state = .failed
      throw error
    }
  }

  /// Says that the body has no more bytes.
  ///
  /// - Throws: `MultipartError.Code.incomplete` where the closing delimiter has not come.
  public consuming func finish() throws(MultipartError) {
    guard case .epilogue = state else {
      throw MultipartError(.incomplete, "the body ends before its closing delimiter")
    }
  }

  private mutating func step<Receiver: MultipartReceiver>(
    _ rest: inout ArraySlice<UInt8>, _ receiver: inout Receiver
  ) throws(Stop<Receiver.Failure>) {
    switch state {
    case .preamble, .data: try scan(&rest, &receiver)
    case .delimited, .dashed, .padded, .returned:
      try behindDelimiter(rest[rest.startIndex], &rest, &receiver)
    case .header, .headerReturned:
      let byte = rest.removeFirst()
      do throws(MultipartError) { try header(byte) } catch { throw .malformed(error) }
      if lines.last == [] { try beginPart(&receiver) }
    case .epilogue: rest = []
    case .failed: throw .malformed(MultipartError(.givenUp, "the body was given up before"))
    }
  }

  /// Looks for the next delimiter, and gives on what is before it.
  ///
  /// CR is nowhere in a delimiter but in front, so that none begins within what only looked like one.
  private mutating func scan<Receiver: MultipartReceiver>(
    _ rest: inout ArraySlice<UInt8>, _ receiver: inout Receiver
  ) throws(Stop<Receiver.Failure>) {
    if matched > 0 {
      let next = match(rest, from: rest.startIndex)
      let isOpen = next == rest.endIndex
      rest = rest[next...]
      if matched == delimiter.count {
        state = .delimited
      } else if !isOpen {
        try giveMatched(&receiver)
      }
      return
    }
    var place = rest.startIndex
    while let start = rest[place...].firstIndex(of: delimiter[0]) {
      place = match(rest, from: start)
      if matched == delimiter.count || place == rest.endIndex {
        let data = rest[..<start]
        rest = rest[place...]
        if matched == delimiter.count { state = .delimited }
        return try give(data, &receiver)
      }
      matched = 0
    }
    let data = rest
    rest = []
    try give(data, &receiver)
  }

  /// Goes on in the delimiter as far as the bytes do, and tells where they don't.
  private mutating func match(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var place = start
    while place < bytes.endIndex, matched < delimiter.count, bytes[place] == delimiter[matched] {
      matched += 1
      place += 1
    }
    return place
  }

  /// Gives on the beginning of a delimiter that was none.
  private mutating func giveMatched<Receiver: MultipartReceiver>(
    _ receiver: inout Receiver
  ) throws(Stop<Receiver.Failure>) {
    let data = delimiter[borrowed..<max(borrowed, matched)]
    (matched, borrowed) = (0, 0)
    try give(data, &receiver)
  }

  private mutating func give<Receiver: MultipartReceiver>(
    _ bytes: ArraySlice<UInt8>, _ receiver: inout Receiver
  ) throws(Stop<Receiver.Failure>) {
    guard !bytes.isEmpty else { return }
    guard isInPart else {
      preambleBytes += bytes.count
      guard preambleBytes <= limits.preambleBytes else {
        throw .malformed(MultipartError(.tooMuch, "no delimiter comes"))
      }
      return
    }
    do throws(Receiver.Failure) { try receiver.partData(bytes) } catch { throw .receiver(error) }
  }

  /// What follows a boundary tells whether it was a delimiter: two dashes, or blanks and a line end.
  private mutating func behindDelimiter<Receiver: MultipartReceiver>(
    _ byte: UInt8, _ rest: inout ArraySlice<UInt8>, _ receiver: inout Receiver
  ) throws(Stop<Receiver.Failure>) {
    let next: State?
    switch (state, byte) {
    case (.delimited, 0x2D): next = .dashed
    case (.dashed, 0x2D): next = .epilogue
    case (.delimited, 0x20), (.delimited, 0x09), (.padded, 0x20), (.padded, 0x09): next = .padded
    case (.delimited, 0x0D), (.padded, 0x0D): next = .returned
    case (.returned, 0x0A): next = .header
    default: next = nil
    }
    guard let next else {
      // A longer word that only begins as the boundary does.
      state = isInPart ? .data : .preamble
      try giveMatched(&receiver)
      let held = tail
      tail = []
      // The last byte of it may begin the delimiter.
      if held.last == 0x0D {
        try give(held.dropLast(), &receiver)
        matched = 1
      } else {
        try give(held[...], &receiver)
      }
      return
    }
    rest = rest.dropFirst()
    tail.append(byte)
    guard tail.count <= limits.paddingBytes else {
      throw .malformed(MultipartError(.tooMuch, "a delimiter's line is too long"))
    }
    state = next
    guard next == .header || next == .epilogue else { return }
    tail = []
    (matched, borrowed) = (0, 0)
    if isInPart {
      isInPart = false
      do throws(Receiver.Failure) { try receiver.partEnded() } catch { throw .receiver(error) }
    }
    guard next == .header else { return }
    partCount += 1
    guard partCount <= limits.parts else {
      throw .malformed(MultipartError(.tooMuch, "there are too many parts"))
    }
  }

  /// Takes a byte of a part's header; the line that ends it is empty.
  private mutating func header(_ byte: UInt8) throws(MultipartError) {
    headerBytes += 1
    guard headerBytes <= limits.headerBytes else {
      throw MultipartError(.tooMuch, "a part's header is too long")
    }
    if state == .headerReturned {
      guard byte == 0x0A else { throw MultipartError(.badHeader, "a line ends in CR alone") }
      state = .header
      return try endLine()
    }
    switch byte {
    case 0x0D: state = .headerReturned
    case 0x00..<0x09, 0x0A..<0x20, 0x7F:
      throw MultipartError(.badHeader, "a part's header has a control character")
    default: line.append(byte)
    }
  }

  private mutating func endLine() throws(MultipartError) {
    defer { line = [] }
    // A line that begins with a blank goes on with the one before it (RFC 5322, 2.2.3).
    if let first = line.first, first == 0x20 || first == 0x09 {
      guard !lines.isEmpty else {
        throw MultipartError(.badHeader, "a part's header begins with a blank")
      }
      lines[lines.count - 1] += line
      return
    }
    guard line.isEmpty || lines.count < limits.headerLines else {
      throw MultipartError(.tooMuch, "a part's header has too many lines")
    }
    lines.append(line)
  }

  private mutating func beginPart<Receiver: MultipartReceiver>(
    _ receiver: inout Receiver
  ) throws(Stop<Receiver.Failure>) {
    let header: PartHeader
    do throws(MultipartError) { header = try PartHeader(lines.dropLast()) } catch {
      throw .malformed(error)
    }
    lines = []
    headerBytes = 0
    state = .data
    isInPart = true
    (matched, borrowed) = (2, 2)
    do throws(Receiver.Failure) { try receiver.partBegan(header) } catch { throw .receiver(error) }
  }
}
