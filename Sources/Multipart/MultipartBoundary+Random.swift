extension MultipartBoundary {
  /// A boundary that nobody can foresee, of letters and digits alone.
  ///
  /// 32 characters of 62 are 190 bits: drawn after a file was chosen, it is in that file with a
  /// probability below 2⁻¹⁶⁰ for files of any size that can be sent.
  ///
  /// - Parameter generator: where chance comes from; `SystemRandomNumberGenerator` in programs.
  public init(using generator: inout some RandomNumberGenerator) {
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    bytes =
      Array("clipgate-".utf8)
      + (0..<32).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
  }

  /// The value of the `Content-Type` of a body with it (RFC 7578, 4.1).
  ///
  /// What RFC 2045, 5.1, has no token for stands in quotation marks.
  public var contentType: String {
    let text = String(decoding: bytes, as: UTF8.self)
    let isToken = bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: "-._+".utf8.contains(byte)
      }
    }
    return "multipart/form-data; boundary=\(isToken ? text : Self.quoted(text))"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text {
      if character == "\"" || character == "\\" { quoted.append("\\") }
      quoted.append(character)
    }
    return quoted + "\""
  }
}
