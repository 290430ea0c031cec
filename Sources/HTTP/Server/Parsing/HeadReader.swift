/// Reads a request's head, byte by byte.
///
/// A byte that can't be there is a fault at once, so that garbage or a TLS hello is answered without
/// waiting for a line's end.
struct HeadReader: Sendable {
  private let limits: RequestLimits
  private var line: [UInt8] = []
  private var isReturned = false
  private var hasColon = false
  private var spaces = 0
  private var count = 0
  private var requestLine: RequestLine?
  private var fields: [(name: String, value: String)] = []

  init(_ limits: RequestLimits) { self.limits = limits }

  /// Whether no byte has come, or only the empty line that RFC 9112, 2.2, lets stand before a request.
  var isUntouched: Bool { requestLine == nil && line.isEmpty && !isReturned }

  /// What has been read of the head; nil where the request line has not.
  ///
  /// Nothing in it was held against anything else.
  var headSoFar: RequestHead? { requestLine?.unchecked(with: fields) }

  /// Takes bytes from the front as far as the head goes.
  ///
  /// - Returns: the head; nil where its end has not come.
  mutating func read(_ input: inout ArraySlice<UInt8>) throws(RequestFault) -> RequestHead? {
    while let byte = input.popFirst() {
      count += 1
      guard count <= limits.headBytes else { throw .tooLarge("the head is too large") }
      if isReturned {
        guard byte == .lineFeed else { throw .malformed("a CR is not followed by LF") }
        isReturned = false
        if try endLine() {
          guard let requestLine else { throw .malformed("the head has no request line") }
          return try requestLine.head(with: fields)
        }
      } else if byte == .carriageReturn {
        isReturned = true
      } else if requestLine == nil {
        try takeRequestLine(byte)
      } else {
        try takeField(byte)
      }
    }
    return nil
  }

  private mutating func takeRequestLine(_ byte: UInt8) throws(RequestFault) {
    if byte == 0x20 {
      spaces += 1
      guard spaces <= 2, !line.isEmpty else {
        throw .malformed("the request line is none")
      }
    } else if spaces == 0 {
      // No method is that long, and what has no blank for so long is no request.
      guard byte.isToken, line.count < 32 else { throw .malformed("the method is none") }
    } else {
      guard byte.isVisible else {
        throw .malformed("the request line has a byte that can't be there")
      }
    }
    guard line.count < limits.lineBytes else { throw .tooLarge("the request line is too long") }
    line.append(byte)
  }

  private mutating func takeField(_ byte: UInt8) throws(RequestFault) {
    if hasColon {
      guard byte.isFieldContent else {
        throw .malformed("a field's value has a byte that can't be there")
      }
    } else if byte == UInt8(ascii: ":"), !line.isEmpty {
      hasColon = true
    } else {
      // A blank in front would go on with the line before (obs-fold), one before the colon is read in
      // two ways (RFC 9112, 5.1 and 5.2).
      guard byte.isToken else { throw .malformed("a field's name has a byte that can't be there") }
    }
    line.append(byte)
  }

  /// - Returns: whether the line was the empty one behind the fields.
  private mutating func endLine() throws(RequestFault) -> Bool {
    defer { line.removeAll(keepingCapacity: true) }
    guard requestLine != nil else {
      if line.isEmpty {
        guard count == 2 else { throw .malformed("empty lines stand before the request") }
        return false
      }
      requestLine = try RequestLine(line)
      return false
    }
    if line.isEmpty { return true }
    guard hasColon, let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw .malformed("a field has no colon")
    }
    hasColon = false
    guard fields.count < limits.fields else { throw .tooLarge("there are too many fields") }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    var value = line[(colon + 1)...].drop(while: \.isBlank)
    while value.last?.isBlank == true { value.removeLast() }
    fields.append((name, String(decoding: value, as: UTF8.self)))
    return false
  }
}
