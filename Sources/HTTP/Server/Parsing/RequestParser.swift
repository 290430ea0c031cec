/// Takes the bytes of one connection apart into requests, by RFC 9112 and more strictly.
///
/// A state machine over bytes: what it says does not depend on how they were split, but for how a body is.
/// Whatever two readers could take for different requests is a fault, and behind a fault it says nothing
/// else: a request that somebody hid behind an ambiguity is never seen.
struct RequestParser: Sendable {
  /// What the bytes said.
  enum Step: Sendable {
    /// All of them were taken, and more are needed.
    case more
    /// A whole head.
    case head(RequestHead)
    /// Some of the body.
    case body(ArraySlice<UInt8>)
    /// The request is over; the next byte belongs to another.
    case end
    /// There is nothing more to read on this connection.
    case fault(RequestFault)
  }

  private enum State {
    case head(HeadReader)
    case counted(Int64)
    case chunked(ChunkDecoder)
    case failed(RequestFault)
  }

  private let limits: RequestLimits
  private var state: State
  /// What was read of a head that is none.
  private var faultyHead: RequestHead?

  /// A parser of one connection.
  init(limits: RequestLimits = RequestLimits()) {
    self.limits = limits
    state = .head(HeadReader(limits))
  }

  /// Whether no byte of a request has come.
  var isBetween: Bool {
    if case .head(let reader) = state { reader.isUntouched } else { false }
  }

  /// What has been read of a head that is not whole, or is none; nil where that is nothing.
  var headSoFar: RequestHead? {
    if case .head(let reader) = state { reader.headSoFar } else { faultyHead }
  }

  /// Whether bytes belong to a body.
  var isInBody: Bool {
    switch state {
    case .counted, .chunked: true
    case .head, .failed: false
    }
  }

  /// How many bytes of the body are to come where that is known, so that no more need be read.
  var bytesLeft: Int64? {
    if case .counted(let left) = state { left } else { nil }
  }

  /// Ends a request whose body is empty, or has come.
  ///
  /// - Returns: false where bytes of a body are to come, or nothing can.
  mutating func skipEmptyBody() -> Bool {
    switch state {
    case .counted(0):
      state = .head(HeadReader(limits))
      return true
    case .head(let reader): return reader.isUntouched
    case .counted, .chunked, .failed: return false
    }
  }

  /// Takes as many bytes from the front as make one step.
  mutating func step(_ input: inout ArraySlice<UInt8>) -> Step {
    do throws(RequestFault) {
      switch state {
      case .head(var reader):
        // The reader is let go of, so that its buffers are not copied.
        state = .counted(0)
        let head: RequestHead?
        do throws(RequestFault) { head = try reader.read(&input) } catch {
          faultyHead = reader.headSoFar
          throw error
        }
        guard let head else {
          state = .head(reader)
          return .more
        }
        state =
          head.isChunked ? .chunked(ChunkDecoder(limits)) : .counted(head.contentLength ?? 0)
        return .head(head)
      case .counted(0):
        state = .head(HeadReader(limits))
        return .end
      case .counted(let left):
        guard !input.isEmpty else { return .more }
        let bytes = input.prefix(Int(min(left, Int64(input.count))))
        input = input.dropFirst(bytes.count)
        state = .counted(left - Int64(bytes.count))
        return .body(bytes)
      case .chunked(var decoder):
        let piece = try decoder.decode(&input)
        state = .chunked(decoder)
        switch piece {
        case .data(let bytes): return .body(bytes)
        case .more: return .more
        case .end:
          state = .head(HeadReader(limits))
          return .end
        }
      case .failed(let fault): throw fault
      }
    } catch {
      state = .failed(error)
      return .fault(error)
    }
  }
}
