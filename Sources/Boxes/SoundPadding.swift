extension MovieStructure {
  /// Samples that an encoder of sound put around what it was given, as iTunes writes them.
  public struct SoundPadding: Sendable, Equatable {
    /// Before the first heard sample, at the rate of what comes out.
    public var start: Int
    /// After the last one.
    public var end: Int

    /// So many samples on either side.
    public init(start: Int, end: Int) {
      self.start = start
      self.end = end
    }

    /// As many samples are no padding, but a number that is wrong; libavformat's own bound.
    private static let most = 16_384

    /// Reads the content of an item `----` of an item list: a name space, the name `iTunSMPB`, and text
    /// of hexadecimal numbers, of which the second and third count.
    ///
    /// - Returns: nil for every other item.
    init?(item: [UInt8]) {
      func place(of word: StaticString, from start: Int) -> Int? {
        let word = Array("\(word)".utf8)
        return (start...max(start, item.count - word.count)).first {
          $0 + word.count <= item.count && item[$0..<$0 + word.count].elementsEqual(word)
        }
      }
      guard let name = place(of: "iTunSMPB", from: 0), let data = place(of: "data", from: name)
      else { return nil }
      // A type and a language stand before the text.
      let text = String(decoding: item.dropFirst(data + 12), as: UTF8.self)
      let numbers = text.split(separator: " ").prefix(3).map { Int($0, radix: 16) }
      guard numbers.count == 3, let start = numbers[1], let end = numbers[2],
        0..<Self.most ~= start, 0..<Self.most ~= end
      else { return nil }
      self.init(start: start, end: end)
    }
  }
}
