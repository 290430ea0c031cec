/// One event of a stream (HTML, 9.2.6).
package struct ServerSentEvent: Sendable {
  /// The event's type; nil for "message".
  package var name: String?
  /// What it carries, of any number of lines.
  package var data: String
  /// What a client that comes back says in `Last-Event-ID`.
  package var id: String?

  /// An event.
  package init(name: String? = nil, data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }

  /// As the stream has it, with the empty line at its end.
  var bytes: [UInt8] {
    var text = ""
    if let name { text += "event: \(Self.oneLine(name))\n" }
    if let id { text += "id: \(Self.oneLine(id))\n" }
    for line in data.split(omittingEmptySubsequences: false, whereSeparator: Self.endsLine) {
      text += "data: \(line)\n"
    }
    return Array((text + "\n").utf8)
  }

  /// CR ends a line as LF does; what Unicode has besides them does not, and stands in JSON as it is.
  private static func endsLine(_ character: Character) -> Bool {
    character == "\n" || character == "\r" || character == "\r\n"
  }

  private static func oneLine(_ text: String) -> String {
    String(text.filter { !endsLine($0) && $0 != "\0" })
  }
}
