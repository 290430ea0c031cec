/// What a browser calls a file that it saves: the client's own name for the movie, with our ending.
struct DownloadName {
  private let stem: String
  private let ending: String

  /// - Parameters:
  ///   - label: the name that the movie came with; it may hold anything.
  ///   - ending: "mp4" or "jpg".
  init(_ label: String?, ending: String) {
    let last = (label ?? "").split { $0 == "/" || $0 == "\\" }.last ?? ""
    let dot = last.lastIndex(of: ".").flatMap { $0 == last.startIndex ? nil : $0 }
    let name = last[..<(dot ?? last.endIndex)]
    // Control characters, and those that turn the direction of text, which hide an ending.
    let shown = name.unicodeScalars.filter {
      $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
    }
    let stem = String(String.UnicodeScalarView(shown)).prefix(100)
    self.stem = stem.isEmpty ? "clip" : String(stem)
    self.ending = ending
  }

  /// `Content-Disposition`, with the name for old readers and for all (RFC 6266, 4.3; RFC 8187).
  var disposition: String {
    let name = "\(stem).\(ending)"
    let plain = String(
      name.unicodeScalars.map { scalar in
        let isPlain = scalar.isASCII && scalar != "\"" && scalar != "\\" && scalar != "%"
        return isPlain ? Character(scalar) : "_"
      })
    let encoded = name.utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        scalar.isASCII
        && (scalar.properties.isAlphabetic || 48...57 ~= byte
          || "-._~".unicodeScalars.contains(scalar))
      return isPlain ? String(Character(scalar)) : "%" + Self.hexadecimal(byte)
    }.joined()
    return "inline; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}
