extension Response {
  /// An answer as RFC 9457 has it: `application/problem+json`.
  ///
  /// - Parameters:
  ///   - status: 400 to 599.
  ///   - code: what programs read, as "request.malformed".
  ///   - detail: what people read; nothing of the request is in it.
  package static func problem(status: Int, code: String, detail: String) -> Response {
    let title = StatusLine.reason(of: status)
    let text =
      #"{"code":\#(quoted(code)),"title":\#(quoted(title)),"status":\#(status),"#
      + #""detail":\#(quoted(detail)),"verdict":null}"# + "\n"
    return Response(
      status: status, fields: ["Content-Type": "application/problem+json"],
      body: .bytes(Array(text.utf8)))
  }

  /// A JSON string (RFC 8259, 7).
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..."\u{1F}": quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
