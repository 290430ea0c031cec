/// What a part says of itself (RFC 7578, 4.2 to 4.4); labels that decide nothing.
public struct PartHeader: Sendable, Equatable {
  /// The form field's name.
  public let name: String
  /// What the client calls the file, as it was sent; nil where nothing is said.
  ///
  /// It may be a path, hold any character, and is no name of a file here.
  public let filename: String?
  /// The value of `Content-Type`; nil where there is none.
  public let contentType: String?

  /// - Parameter lines: without line ends, folded ones joined.
  init(_ lines: [[UInt8]]) throws(MultipartError) {
    var disposition: HeaderValue?
    var contentType: String?
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
        line[..<colon].allSatisfy({ 0x21...0x7E ~= $0 })
      else { throw MultipartError(.badHeader, "a line of a part's header is none") }
      let value = line[(colon + 1)...]
      switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
      case "content-disposition":
        guard disposition == nil, let read = HeaderValue(value), read.word == "form-data" else {
          throw MultipartError(.badDisposition, "a part's Content-Disposition is none of a form")
        }
        disposition = read
      case "content-type":
        guard contentType == nil else {
          throw MultipartError(.badHeader, "a part has two types")
        }
        guard HeaderValue(value)?.word.hasPrefix("multipart/") != true else {
          throw MultipartError(.nested, "a part is made of parts")
        }
        let text = value.drop { $0 == 0x20 || $0 == 0x09 }
        contentType = String(decoding: text, as: UTF8.self)
      default: break
      }
    }
    guard let name = disposition?[text: "name"] else {
      throw MultipartError(.badDisposition, "a part has no name")
    }
    self.name = name
    filename = disposition?[text: "filename"]
    self.contentType = contentType
  }
}
