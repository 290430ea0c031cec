/// A stretch of a body that is sent.
public enum MultipartPiece: Sendable, Equatable {
  /// These bytes.
  case bytes([UInt8])
  /// All bytes of a file, by its number in the order of adding, from 0 on.
  case file(Int, length: Int64)
}

/// A form's body, laid out: what is sent after what, and how many bytes that is.
///
/// All of it is known before a file is read.
public struct MultipartLayout: Sendable, Equatable {
  /// The value of `Content-Type`, with the boundary.
  public let contentType: String
  /// The value of `Content-Length`, in bytes.
  public let contentLength: Int64
  /// The body from its beginning to its end; bytes and files take turns.
  public let pieces: [MultipartPiece]

  /// Lays a form out.
  ///
  /// - Throws: `MultipartError.Code.conflict` where a text has the boundary in it, `.badLength` where
  ///   the sum can't be counted.
  public init(_ form: MultipartForm, boundary: MultipartBoundary) throws(MultipartError) {
    let delimiter: [UInt8] = [0x2D, 0x2D] + boundary.bytes
    var (pieces, pending): ([MultipartPiece], [UInt8]) = ([], [])
    var (length, number): (Int64, Int) = (0, 0)
    for part in form.parts {
      pending += delimiter + MultipartForm.lineEnd
      switch part {
      case .text(let header, let data):
        guard !data.contains(run: boundary.bytes) else {
          throw MultipartError(.conflict, "the boundary stands in a text")
        }
        pending += header + data
      case .file(let header, let fileLength):
        pending += header
        pieces += [.bytes(pending), .file(number, length: fileLength)]
        length = try Self.sum(try Self.sum(length, Int64(pending.count)), fileLength)
        (pending, number) = ([], number + 1)
      }
      pending += MultipartForm.lineEnd
    }
    pending += delimiter + [0x2D, 0x2D] + MultipartForm.lineEnd
    pieces.append(.bytes(pending))
    contentLength = try Self.sum(length, Int64(pending.count))
    contentType = boundary.contentType
    self.pieces = pieces
  }

  /// Lays a form out between boundaries that stand in no text of it.
  ///
  /// - Parameters:
  ///   - form: the texts and files.
  ///   - generator: where chance comes from.
  /// - Throws: `MultipartError.Code.badLength`, and `.conflict` where no boundary of 16 was free, which
  ///   only a generator brings about that is none.
  public init(
    _ form: MultipartForm, using generator: inout some RandomNumberGenerator
  ) throws(MultipartError) {
    for _ in 0..<15 {
      do throws(MultipartError) {
        self = try Self(form, boundary: MultipartBoundary(using: &generator))
        return
      } catch {
        guard error.code == .conflict else { throw error }
      }
    }
    self = try Self(form, boundary: MultipartBoundary(using: &generator))
  }

  private static func sum(_ one: Int64, _ other: Int64) throws(MultipartError) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    guard !overflow else { throw MultipartError(.badLength, "there are too many bytes to count") }
    return sum
  }
}

extension [UInt8] {
  /// Whether these bytes stand in it one behind the other.
  fileprivate func contains(run: [UInt8]) -> Bool {
    guard let first = run.first else { return true }
    return indices.contains { place in
      self[place] == first && self[place...].starts(with: run)
    }
  }
}
