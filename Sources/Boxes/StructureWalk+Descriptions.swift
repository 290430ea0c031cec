extension StructureWalk {
  /// `stsd`, ISO/IEC 14496-12, 8.5.2: what the samples are.
  mutating func readSampleDescriptions(_ box: Box) throws(BoxFault) {
    guard track?.track.sampleEntry == nil else { throw box.fault(.corrupt, "it is there twice") }
    let version = try number(box, at: 0, width: 1)
    let count = try number(box, at: 4)
    var position = box.contents + 8
    for row in 0..<count {
      guard let entry = try child(of: box, at: position) else {
        throw box.fault(.corrupt, "its rows do not fit into it")
      }
      if row == 0 { track?.track.sampleEntry = entry.type.text }
      if try isProtected(entry) { track?.track.hasEncryption = true }
      // What is measured along with the movie, by the names of its keys.
      if entry.type == "mebx" { try readMetadata(entry) }
      // Version 1 is ISO's own, whose entries have none of QuickTime's fields.
      if row == 0, version == 0, track?.track.handler == "soun" {
        let packing = try soundPacking(of: entry)
        track?.soundPacking = packing
      }
      position = entry.end
    }
  }

  private mutating func isProtected(_ entry: Box) throws(BoxFault) -> Bool {
    switch entry.type {
    // ISO/IEC 14496-12, 8.12, and protected iTunes files.
    case "encv", "enca", "enct", "encs", "encm", "encu", "drmi", "drms": return true
    default: break
    }
    guard let fields = try fieldsLength(of: entry), fields <= entry.length else { return false }
    var position = entry.contents + fields
    // What does not read as boxes here is left to the decoder: QuickTime ends entries as it likes.
    while entry.end - position >= 8 {
      let size = try window.number(at: position, width: 4)
      if try window.number(at: position + 4, width: 4) == UInt64(BoxType("sinf").code) {
        return true
      }
      guard 8...(entry.end - position) ~= size else { return false }
      try limits.countBox(at: position)
      position += size
    }
    return false
  }

  /// How many bytes of an entry come before its boxes; nil for kinds that cannot be told.
  private mutating func fieldsLength(of entry: Box) throws(BoxFault) -> UInt64? {
    switch track?.track.handler {
    case "vide": return 78
    case "soun":
      guard entry.length >= 28 else { return nil }
      switch try number(entry, at: 8, width: 2) {
      case 1: return 44
      case 2: return 64
      default: return 28
      }
    default: return nil
    }
  }

  /// How sound is laid out that `stsz` counts as samples of one byte: QuickTime means "see the
  /// sample description" by that (QuickTime File Format, sound sample descriptions).
  private mutating func soundPacking(of entry: Box) throws(BoxFault) -> SoundPacking? {
    guard entry.length >= 28 else { return nil }
    let version = try number(entry, at: 8, width: 2)
    if version == 1, entry.length >= 44,
      let packing = SoundPacking(
        frames: try number(entry, at: 28), bytes: try number(entry, at: 36))
    {
      return packing
    }
    if version == 2 {
      guard entry.length >= 64 else { return nil }
      return SoundPacking(frames: try number(entry, at: 60), bytes: try number(entry, at: 56))
    }
    return SoundPacking(
      entry.type, channels: try number(entry, at: 16, width: 2),
      bits: try number(entry, at: 18, width: 2))
  }
}
