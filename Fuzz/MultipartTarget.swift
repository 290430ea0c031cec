// The parser of multipart/form-data under libFuzzer, compiled together with Sources/Multipart by
// multipart.sh.

/// What a receiver got, as one string of bytes that does not depend on how data was split.
struct Record: MultipartReceiver {
  struct Never: Error {}
  typealias Failure = Never

  var bytes: [UInt8] = []
  var given = 0
  var isOpen = false

  mutating func partBegan(_ header: PartHeader) {
    precondition(!isOpen, "a part in a part")
    isOpen = true
    bytes += [0xFE] + Array("\(header)".utf8) + [0xFD]
  }

  mutating func partData(_ data: ArraySlice<UInt8>) {
    precondition(isOpen && !data.isEmpty, "data of no part")
    bytes += data
    given += data.count
  }

  mutating func partEnded() {
    precondition(isOpen, "an end of no part")
    isOpen = false
    bytes.append(0xFC)
  }
}

/// What a body comes to in pieces of a length.
func outcome(_ body: [UInt8], pieces: Int, _ boundary: MultipartBoundary) -> [UInt8] {
  var record = Record()
  var limits = MultipartLimits()
  limits.parts = 8
  limits.headerLines = 4
  limits.headerBytes = 256
  limits.preambleBytes = 64
  limits.paddingBytes = 16
  var parser = MultipartParser(boundary, limits: limits)
  var error: MultipartError.Code?
  var place = 0
  do {
    while place < body.count {
      let end = min(body.count, place + pieces)
      try parser.parse(body[place..<end], into: &record)
      place = end
    }
    try parser.finish()
    precondition(!record.isOpen, "a body that ends in a part")
  } catch let stop as MultipartParser.Stop<Record.Failure> {
    if case .malformed(let fault) = stop { error = fault.code }
  } catch let fault as MultipartError {
    error = fault.code
  } catch {
    preconditionFailure("an error of another kind")
  }
  precondition(record.given <= body.count, "more data than came")
  // How much of the data came before an error may differ; what it is may not.
  if let error { return Array(error.rawValue.utf8) }
  return record.bytes
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](unsafe UnsafeBufferPointer(start: start, count: count))
  // The first byte says how the body is split, and how long the boundary is.
  guard let first = bytes.first else { return 0 }
  let word = String(repeating: "b", count: 1 + Int(first >> 6))
  guard
    let boundary = try? MultipartBoundary(contentType: "multipart/form-data; boundary=\(word)")
  else { preconditionFailure("no boundary") }
  let body = Array(bytes.dropFirst())
  let whole = outcome(body, pieces: max(1, body.count), boundary)
  for pieces in [1, 2 + Int(first & 15)] {
    precondition(outcome(body, pieces: pieces, boundary) == whole, "a split that changes the body")
  }
  // A value of any bytes is read or not, and nothing else.
  _ = HeaderValue(body)
  _ = try? MultipartBoundary(contentType: String(decoding: body, as: UTF8.self))
  return 0
}
