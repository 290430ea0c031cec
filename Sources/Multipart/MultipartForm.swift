/// A form to be sent as `multipart/form-data` (RFC 7578): texts, and files by their lengths.
///
/// It holds texts and knows of files no more than how long they are, so that whoever sends it reads
/// them when their turn comes. What can't be sent is refused when it is added.
public struct MultipartForm: Sendable, Equatable {
  /// One part: its header, and its data or the data's length.
  enum Part: Sendable, Equatable {
    case text(header: [UInt8], data: [UInt8])
    case file(header: [UInt8], length: Int64)
  }

  private(set) var parts: [Part] = []
  /// How many files were added.
  public private(set) var fileCount = 0

  /// A form without a part.
  public init() {}

  /// Adds a field of text; its bytes are sent as they are, line ends too.
  ///
  /// - Throws: `MultipartError.Code.badName`.
  public mutating func add(_ text: String, named name: String) throws(MultipartError) {
    let header = try Self.disposition(name, filename: nil) + Self.lineEnd + Self.lineEnd
    parts.append(.text(header: header, data: Array(text.utf8)))
  }

  /// Adds a file that is `length` bytes long; the next of `MultipartPiece.file`, from 0 on.
  ///
  /// - Parameters:
  ///   - length: in bytes, from 0 on.
  ///   - name: the field's name.
  ///   - filename: a label for the receiver, sent as UTF-8; never a path of this machine.
  ///   - contentType: as `video/mp4`.
  /// - Throws: `MultipartError.Code.badName`, `.badContentType` or `.badLength`.
  public mutating func addFile(
    length: Int64, named name: String, filename: String,
    contentType: String = "application/octet-stream"
  ) throws(MultipartError) {
    guard length >= 0 else { throw MultipartError(.badLength, "a length is below 0") }
    let type = Array(contentType.utf8)
    guard type.allSatisfy({ 0x20...0x7E ~= $0 }), let value = HeaderValue(type),
      value.word.wholeParts == 2, !value.word.hasPrefix("multipart/")
    else {
      throw MultipartError(.badContentType, "a file's type is none")
    }
    let header =
      try Self.disposition(name, filename: filename) + Self.lineEnd
      + Array("Content-Type: \(contentType)".utf8) + Self.lineEnd + Self.lineEnd
    parts.append(.file(header: header, length: length))
    fileCount += 1
  }

  static let lineEnd: [UInt8] = [0x0D, 0x0A]

  private static func disposition(
    _ name: String, filename: String?
  ) throws(MultipartError) -> [UInt8] {
    guard !name.isEmpty else { throw MultipartError(.badName, "a field has no name") }
    var line = Array("Content-Disposition: form-data; name=\"".utf8) + (try escaped(name))
    line.append(UInt8(ascii: "\""))
    if let filename {
      line += Array("; filename=\"".utf8) + (try escaped(filename))
      line.append(UInt8(ascii: "\""))
    }
    return line
  }

  /// As browsers write names (WHATWG HTML, 4.10.21.8, "escape a multipart form data name"): quotation
  /// marks and line ends become %22, %0D and %0A, and all else stays, percent signs and UTF-8 too.
  ///
  /// One thing more: a backslash that a reader of quoted strings (RFC 9110, 5.6.4) would take together
  /// with what follows it, another one or the closing mark, becomes %5C. Browsers leave it, and
  /// readers disagree about what they get.
  private static func escaped(_ name: String) throws(MultipartError) -> [UInt8] {
    let bytes = Array(name.utf8)
    var escaped: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\""): escaped += "%22".utf8
      case 0x0D: escaped += "%0D".utf8
      case 0x0A: escaped += "%0A".utf8
      case UInt8(ascii: "\\"):
        let isLast = place + 1 == bytes.count
        let isFirstOfTwo = !isLast && bytes[place + 1] == byte
        if isLast || isFirstOfTwo { escaped += "%5C".utf8 } else { escaped.append(byte) }
      case 0x00..<0x09, 0x0B..<0x20, 0x7F:
        throw MultipartError(.badName, "a name has a control character")
      default: escaped.append(byte)
      }
    }
    return escaped
  }
}

extension String {
  /// How many parts that are not empty a type has between its slashes; 0 where one is empty.
  fileprivate var wholeParts: Int {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.contains(where: \.isEmpty) ? 0 : parts.count
  }
}
