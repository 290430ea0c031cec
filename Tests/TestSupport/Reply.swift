/// An answer as a client reads it.
package struct Reply: Sendable {
  package let status: Int
  package let fields: [String: String]
  package let body: [UInt8]

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// All answers that bytes hold.
  package static func all(of bytes: [UInt8]) -> [Reply] {
    var (rest, replies) = (bytes[...], [Reply]())
    while let (reply, count) = first(of: rest, isEnded: true) {
      replies.append(reply)
      rest = rest.dropFirst(count)
    }
    return replies
  }

  /// - Parameter isEnded: whether nothing follows, which ends a body of unknown length.
  package static func first(
    of bytes: ArraySlice<UInt8>, isHead: Bool = false, isEnded: Bool = false
  ) -> (reply: Reply, count: Int)? {
    guard
      let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) })
    else { return nil }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count > 1, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let pair = line.split(separator: ":", maxSplits: 1)
      fields[pair[0].lowercased()] =
        pair.count > 1 ? String(pair[1].drop { $0 == " " }) : ""
    }
    let start = end + 4
    var (body, count) = ([UInt8](), 0)
    let rest = bytes[start...]
    if isHead || status == 204 || status == 304 || status < 200 {
      count = 0
    } else if fields["transfer-encoding"] == "chunked" {
      guard let (bytes, taken) = chunks(rest, isEnded: isEnded) else { return nil }
      (body, count) = (bytes, taken)
    } else if let length = fields["content-length"].flatMap({ Int($0) }) {
      guard rest.count >= length || isEnded else { return nil }
      (body, count) = (Array(rest.prefix(length)), min(length, rest.count))
    } else {
      guard isEnded else { return nil }
      (body, count) = (Array(rest), rest.count)
    }
    return (Reply(status: status, fields: fields, body: body), start - bytes.startIndex + count)
  }

  private static func chunks(
    _ bytes: ArraySlice<UInt8>, isEnded: Bool
  ) -> (body: [UInt8], count: Int)? {
    var (rest, body) = (bytes, [UInt8]())
    while let line = rest.firstIndex(of: 13) {
      guard let size = Int(String(decoding: rest[..<line], as: UTF8.self), radix: 16),
        rest.endIndex - line >= size + 4
      else { break }
      body += rest[(line + 2)...].prefix(size)
      rest = rest[(line + 4 + size)...]
      if size == 0 { return (body, rest.startIndex - bytes.startIndex) }
    }
    return isEnded ? (body, bytes.count) : nil
  }
}
