internal import Foundation

/// The structure of an MP4 file, read by a walk of the tests' own.
package struct MovieBoxes: Sendable {
  /// One edit of an edit list (ISO/IEC 14496-12 §8.6.6).
  package struct Edit: Sendable {
    /// In the movie's time scale.
    package let duration: UInt64
    /// In the media's time scale; −1 is an empty edit.
    package let mediaTime: Int64
  }

  /// The types of the boxes of the top level, in order.
  package private(set) var order: [String] = []
  /// The edit lists, one for each track that has one.
  package private(set) var editLists: [[Edit]] = []
  /// The types of all boxes below `moov`, in order.
  package private(set) var index: [String] = []

  private static let containers: Set = ["moov", "trak", "mdia", "minf", "stbl", "edts", "udta"]

  package init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    walk(bytes[...], depth: 0)
  }

  private mutating func walk(_ bytes: ArraySlice<UInt8>, depth: Int) {
    var rest = bytes
    while rest.count >= 8 {
      var size = Int(Self.number(rest, at: 0, count: 4))
      let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      var header = 8
      if size == 1, rest.count >= 16 {
        size = Int(truncatingIfNeeded: Self.number(rest, at: 8, count: 8))
        header = 16
      } else if size == 0 {
        size = rest.count
      }
      guard size >= header, size <= rest.count else {
        order.append("damaged")
        return
      }
      let body = rest.dropFirst(header).prefix(size - header)
      if depth == 0 { order.append(type) } else { index.append(type) }
      if type == "elst" { editLists.append(Self.edits(body)) }
      if Self.containers.contains(type), depth < 8 { walk(body, depth: depth + 1) }
      rest = rest.dropFirst(size)
    }
  }

  private static func edits(_ body: ArraySlice<UInt8>) -> [Edit] {
    guard body.count >= 8 else { return [] }
    let isLong = body.first == 1
    let width = isLong ? 20 : 12
    let count = min(Int(number(body, at: 4, count: 4)), (body.count - 8) / width)
    return (0..<count).map { entry in
      let start = 8 + entry * width
      let field = isLong ? 8 : 4
      let media = number(body, at: start + field, count: field)
      return Edit(
        duration: number(body, at: start, count: field),
        mediaTime: isLong
          ? Int64(bitPattern: media) : Int64(Int32(bitPattern: UInt32(truncatingIfNeeded: media))))
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, count: Int) -> UInt64 {
    bytes.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
