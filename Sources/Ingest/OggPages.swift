internal import Rules

/// The pages of an Ogg file (RFC 3533, 6), by which several recordings in one are known.
struct OggPages {
  private static let mark = Array("OggS".utf8)
  private static let headerLength = 27
  /// A stream's first page.
  private static let beginning: UInt8 = 2

  let file: InputFile

  /// - Throws: `Refusal` where streams begin behind media of others: recordings that were put one behind
  ///   another (RFC 3533, 4, chaining), whose times begin anew.
  ///
  /// libavformat lays the second over the first where their streams bear the same numbers, and ends in
  /// the middle elsewhere; other players play one after the other.
  func refuseChains(within budget: Budget) throws {
    var place: Int64 = 0
    var hasMedia = false
    while place + Int64(Self.headerLength) <= file.size {
      try budget.check()
      let head = try file.read(at: place, count: Self.headerLength + 255)
      guard head.count >= Self.headerLength, head.starts(with: Self.mark) else {
        guard let next = try nextPage(after: place) else { return }
        place = next
        continue
      }
      if head[5] & Self.beginning != 0, hasMedia {
        throw Refusal(
          .formatNotAllowed,
          "The file is several Ogg recordings, one behind the other, which is not allowed.")
      }
      // The position of pages of headers is 0, and of those on which no packet ends -1.
      let position = head[6..<14].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      if position > 0, position < 1 << 63 { hasMedia = true }
      let lengths = head.dropFirst(Self.headerLength).prefix(Int(head[26]))
      place += Int64(Self.headerLength + lengths.count) + lengths.reduce(0) { $0 + Int64($1) }
    }
  }

  /// Where the next page begins behind bytes that are none.
  private func nextPage(after place: Int64) throws -> Int64? {
    var place = place + 1
    while place < file.size {
      let bytes = try file.read(at: place, count: 65_536)
      guard bytes.count >= Self.mark.count else { return nil }
      let found = bytes.indices.dropLast(Self.mark.count - 1).first {
        bytes[$0..<$0 + Self.mark.count].elementsEqual(Self.mark)
      }
      if let found { return place + Int64(found) }
      // A mark may lie across the end of a piece.
      place += Int64(bytes.count - Self.mark.count + 1)
    }
    return nil
  }
}
