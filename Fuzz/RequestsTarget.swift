// The parser of requests under libFuzzer, compiled together with Sources/HTTP/Server/Parsing by requests.sh.

/// What bytes come to in pieces of a length, as text that does not depend on how bodies were split.
func outcome(_ bytes: [UInt8], pieces: Int) -> String {
  var limits = RequestLimits()
  (limits.lineBytes, limits.headBytes, limits.fields) = (128, 512, 8)
  (limits.extensionBytes, limits.trailerBytes) = (16, 32)
  var (parser, text, isInBody, taken) = (RequestParser(limits: limits), "", false, 0)
  var place = 0
  while place < bytes.count {
    let end = min(bytes.count, place + pieces)
    var rest = bytes[place..<end]
    place = end
    steps: while true {
      let before = rest.count
      let step = parser.step(&rest)
      taken += before - rest.count
      switch step {
      case .more:
        precondition(rest.isEmpty, "bytes that nobody took")
        break steps
      case .head(let head):
        precondition(!isInBody, "a head in a body")
        check(head)
        isInBody = true
        text += "\(head.method) \(head.path) \(head.query) \(head.host ?? "-") \(head.fields.all)\n"
      case .body(let bytes):
        precondition(isInBody && !bytes.isEmpty, "a body of no request")
        text += bytes.map { "\($0)," }.joined()
      case .end:
        precondition(isInBody, "an end of no request")
        isInBody = false
        text += "end\n"
      case .fault(let fault): return text + "\(fault) at \(taken)"
      }
    }
  }
  return text
}

/// What is true of every request that gets through.
func check(_ head: RequestHead) {
  precondition(head.path == "*" || head.path.hasPrefix("/"), "a path of nowhere")
  precondition(!head.path.utf8.contains(0), "a NUL")
  precondition(head.fields.values("Host").count <= 1, "two hosts")
  let framing = head.fields.values("Content-Length") + head.fields.values("Transfer-Encoding")
  precondition(framing.count <= 1, "two framings")
  precondition(head.isChunked || head.contentLength != nil || framing.isEmpty, "a framing unheard")
  precondition((head.contentLength ?? 0) >= 0, "a negative length")
  for (name, value) in head.fields.all {
    precondition(!name.isEmpty && name.utf8.allSatisfy(\.isToken), "a name that is none")
    precondition(value.utf8.allSatisfy(\.isFieldContent), "a value that is none")
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequests(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](unsafe UnsafeBufferPointer(start: start, count: count))
  // The first byte says how the others are split.
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  let whole = outcome(rest, pieces: max(1, rest.count))
  for pieces in [1, 2 + Int(first & 15)] {
    precondition(outcome(rest, pieces: pieces) == whole, "a split that changes a request")
  }
  return 0
}
