/// What is written about a movie: who reads it only wants to know whether it is there.
///
/// Nothing that plays depends on these boxes, and devices write them as they like: what does not
/// read as boxes is passed over, and bounds of their own end the reading, not the walk.
extension StructureWalk {
  /// Reads the names in a box of metadata, never a value.
  mutating func readMetadata(_ box: Box) throws(BoxFault) {
    var open: [Range<UInt64>] = []
    try readMetadata(box.type, box.contents..<box.end, &open)
    while let range = open.popLast() {
      var position = range.lowerBound
      while range.upperBound - position >= 8, metadata.takeBox() {
        var size = try window.number(at: position, width: 4)
        var header: UInt64 = 8
        if size == 1, range.upperBound - position >= 16 {
          size = try window.number(at: position + 8, width: 8)
          header = 16
        }
        guard size >= header, size <= range.upperBound - position else { break }
        let code = UInt32(try window.number(at: position + 4, width: 4))
        try readMetadata(
          BoxType(code: code), position + header..<position + size, &open)
        position += size
      }
    }
  }

  /// - Parameter open: gets what is to be read as boxes.
  private mutating func readMetadata(
    _ type: BoxType, _ contents: Range<UInt64>, _ open: inout [Range<UInt64>]
  ) throws(BoxFault) {
    switch type {
    case "udta", "ilst": open.append(contents)
    case "meta":
      // QuickTime's own has no version and flags before its boxes.
      guard contents.count >= 8 else { return }
      let first = UInt32(try window.number(at: contents.lowerBound + 4, width: 4))
      let isPlain = BoxType(code: first) == "hdlr"
      open.append(contents.dropFirst(isPlain ? 0 : 4))
    case "keys": try readKeys(contents)
    case "XMP_", "xml ", "mebx": try readText(contents)
    case "----":
      let count = min(512, contents.upperBound - contents.lowerBound)
      guard movie.soundPadding == nil, metadata.takeText(count) else { return }
      movie.soundPadding = MovieStructure.SoundPadding(
        item: try bytes(contents.lowerBound, Int(count)))
    case "uuid":
      guard contents.count >= 16,
        try window.number(at: contents.lowerBound, width: 8) == 0xBE7A_CFCB_97A9_42E8,
        try window.number(at: contents.lowerBound + 8, width: 8) == 0x9C71_9994_91E3_AFAC
      else { return }
      try readText(contents.dropFirst(16))
    default:
      // Four bytes at least come before any text.
      if contents.count > 4, let name = type.metadataName { metadata.names.insert(name) }
    }
  }

  /// `keys` of the QuickTime File Format: a count, then names, each with its size and name space.
  private mutating func readKeys(_ contents: Range<UInt64>) throws(BoxFault) {
    var position = contents.lowerBound + 8
    while position + 8 <= contents.upperBound, metadata.takeBox() {
      let size = try window.number(at: position, width: 4)
      guard size >= 8, size <= contents.upperBound - position else { return }
      var name = ""
      for place in position + 8..<position + min(size, 8 + MetadataNames.longestName) {
        name.unicodeScalars.append(
          Unicode.Scalar(UInt8(try window.number(at: place, width: 1))))
      }
      metadata.names.insert(name.lowercased())
      position += size
    }
  }

  private func bytes(_ position: UInt64, _ count: Int) throws(BoxFault) -> [UInt8] {
    do {
      return try reader.read(position, count)
    } catch {
      throw BoxFault(.unreadable, offset: position, box: "", detail: "the reader failed")
    }
  }

  /// Looks for the names of properties in text of XMP, or other XML, or among timed metadata.
  private mutating func readText(_ contents: Range<UInt64>) throws(BoxFault) {
    var position = contents.lowerBound
    while position < contents.upperBound {
      let count = min(UInt64(16_384), contents.upperBound - position)
      guard metadata.takeText(count) else { return }
      let piece = try bytes(position, Int(count))
      let isLast = position + count == contents.upperBound
      metadata.search(piece, isLast: isLast)
      if isLast { return }
      // A name may lie across the end of a piece.
      position += count - MetadataNames.longestName
    }
  }
}

extension BoxType {
  /// What a box of user data or of an item list holds, as libavformat calls it; nil where it does
  /// not matter who sees it.
  fileprivate var metadataName: String? {
    switch self {
    case Self.copyright("xyz"), "loci": "location"
    case Self.copyright("mak"), "manu": "make"
    case Self.copyright("mod"), "modl": "model"
    case Self.copyright("day"): "date"
    default: nil
    }
  }

  /// A code of QuickTime, whose first byte is the copyright sign of Mac OS Roman.
  private static func copyright(_ name: StaticString) -> BoxType {
    name.withUTF8Buffer { bytes in
      BoxType(code: unsafe bytes.reduce(0xA9) { $0 << 8 | UInt32($1) })
    }
  }
}
