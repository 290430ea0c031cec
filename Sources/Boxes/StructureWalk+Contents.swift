extension StructureWalk {
  /// The unsigned number of `width` bytes that stands `offset` bytes into a box's contents.
  ///
  /// - Throws: `.corrupt` where the box is too short to have it.
  mutating func number(_ box: Box, at offset: UInt64, width: Int = 4) throws(BoxFault) -> UInt64 {
    guard offset + UInt64(width) <= box.length else {
      throw box.fault(.corrupt, "it is too short for its fields")
    }
    return try window.number(at: box.contents + offset, width: width)
  }

  mutating func number32(_ box: Box, at offset: UInt64) throws(BoxFault) -> UInt32 {
    UInt32(try number(box, at: offset))
  }

  /// Whether a box's times have 64 bits: all of these boxes say so by version 1.
  mutating func isWide(_ box: Box) throws(BoxFault) -> Bool {
    try number(box, at: 0, width: 1) == 1
  }

  mutating func enter(_ box: Box) throws(BoxFault) {
    switch box.type {
    case "trak": track = TrackDraft(box)
    case "mvex": movie.isFragmented = true
    case "moof":
      fragments.start = box.start
      fragments.previousEnd = box.start
      fragments.numbers.begin()
    case "traf": fragments.fragment = nil
    default: break
    }
  }

  mutating func leave(_ box: Box) throws(BoxFault) {
    switch box.type {
    case "trak":
      if var draft = track {
        try draft.finish(reader: reader, limits: &limits)
        tracks.append(draft)
      }
      track = nil
    case "traf":
      if let end = fragments.fragment?.nextData { fragments.previousEnd = end }
    default: break
    }
  }

  /// Reads a box without children of interest.
  mutating func read(_ box: Box, in parent: Box) throws(BoxFault) {
    switch box.type {
    case "mvhd": try readMovieHeader(box)
    case "mehd": try readFragmentsDuration(box)
    case "tkhd": try readTrackHeader(box)
    case "mdhd": try readMediaHeader(box)
    case "hdlr" where parent.type == "mdia":
      let handler = try number32(box, at: 8)
      track?.track.handler = BoxType(code: handler).text
    case "elst": try readEdits(box)
    case "chap": try readChapterReferences(box)
    case "dref": try readDataReferences(box)
    case "stsd": try readSampleDescriptions(box)
    case "stts", "ctts", "stss", "stsc", "stsz", "stz2", "stco", "co64": try keepTable(box)
    case "trex": try readFragmentDefaults(box)
    case "mfhd" where parent.type == "moof" && box.length >= 8:
      fragments.numbers.name(try number32(box, at: 4))
    case "tfhd": try readFragmentHeader(box)
    case "tfdt": try readFragmentTime(box)
    case "trun": try readRun(box)
    case "udta", "meta", "uuid", "XMP_": try readMetadata(box)
    default: break
    }
  }

  /// `ftyp`, ISO/IEC 14496-12, 4.3: the major brand, a version, then the compatible brands.
  mutating func readBrands(_ box: Box) throws(BoxFault) {
    movie.majorBrand = BoxType(code: try number32(box, at: 0)).text
    var offset: UInt64 = 8
    while offset + 4 <= min(box.length, 8 + 4 * WalkLimits.brands) {
      movie.compatibleBrands.append(BoxType(code: try number32(box, at: offset)).text)
      offset += 4
    }
  }

  /// `mvhd`, 8.2.2.
  private mutating func readMovieHeader(_ box: Box) throws(BoxFault) {
    let isWide = try isWide(box)
    movie.timescale = try number32(box, at: isWide ? 20 : 12)
    movieDuration = try duration(box, isWide: isWide)
  }

  /// The duration of `mvhd` or `mdhd`; nil where it is marked as unknown.
  private mutating func duration(_ box: Box, isWide: Bool) throws(BoxFault) -> UInt64? {
    let ticks = try number(box, at: isWide ? 24 : 16, width: isWide ? 8 : 4)
    let unknown = isWide ? UInt64.max : UInt64(UInt32.max)
    return ticks == unknown ? nil : ticks
  }

  /// `mehd`, 8.8.2.
  private mutating func readFragmentsDuration(_ box: Box) throws(BoxFault) {
    fragmentsDuration = try number(box, at: 4, width: try isWide(box) ? 8 : 4)
  }

  /// `tkhd`, 8.3.2.
  private mutating func readTrackHeader(_ box: Box) throws(BoxFault) {
    guard var draft = track, !draft.hasHeader else {
      throw box.fault(.corrupt, "it is there twice")
    }
    draft.hasHeader = true
    let isWide = try isWide(box)
    draft.track.isEnabled = try number(box, at: 3, width: 1) & 1 != 0
    draft.track.id = try number32(box, at: isWide ? 20 : 12)
    let matrix: UInt64 = isWide ? 52 : 40
    for index in 0..<9 as Range<UInt64> {
      draft.track.matrix.append(Int32(bitPattern: try number32(box, at: matrix + 4 * index)))
    }
    draft.track.declaredWidth = try number32(box, at: matrix + 36)
    draft.track.declaredHeight = try number32(box, at: matrix + 40)
    track = draft
  }

  /// `mdhd`, 8.4.2.
  private mutating func readMediaHeader(_ box: Box) throws(BoxFault) {
    guard track?.hasMediaHeader == false else { throw box.fault(.corrupt, "it is there twice") }
    track?.hasMediaHeader = true
    let isWide = try isWide(box)
    let timescale = try number32(box, at: isWide ? 20 : 12)
    track?.track.timescale = timescale
    guard timescale > 0, let ticks = try duration(box, isWide: isWide) else { return }
    track?.track.declaredDuration = DeclaredDuration(ticks: ticks, timescale: timescale)
  }

  /// `elst`, 8.6.6. Demuxers stop where the box ends, whatever count it claims, and so do we.
  private mutating func readEdits(_ box: Box) throws(BoxFault) {
    guard track?.track.editRows == nil else { throw box.fault(.corrupt, "it is there twice") }
    let isWide = try isWide(box)
    let rowWidth: UInt64 = isWide ? 20 : 12
    let count = min(try number(box, at: 4), (box.length - 8) / rowWidth)
    guard count <= WalkLimits.edits else {
      throw box.fault(.tooComplex, "there are more than \(WalkLimits.edits) edits")
    }
    var edits: [MovieStructure.Edit] = []
    for row in 0..<count {
      let offset = 8 + row * rowWidth
      let duration = try number(box, at: offset, width: isWide ? 8 : 4)
      let time = try number(box, at: offset + (isWide ? 8 : 4), width: isWide ? 8 : 4)
      let rate = try number32(box, at: offset + rowWidth - 4)
      edits.append(
        MovieStructure.Edit(
          segmentDuration: duration,
          mediaTime: isWide
            ? Int64(bitPattern: time) : Int64(Int32(bitPattern: UInt32(time))),
          rate: Int32(bitPattern: rate)))
    }
    track?.track.edits = edits
    track?.track.editRows = box.contents + 8..<box.contents + 8 + count * rowWidth
  }

  /// `tref/chap`, 8.3.3 and QuickTime File Format, chapter lists.
  private mutating func readChapterReferences(_ box: Box) throws(BoxFault) {
    let count = box.length / 4
    guard var draft = track,
      UInt64(draft.track.chapterReferences.count) + count <= WalkLimits.chapterReferences
    else { throw box.fault(.tooComplex, "there are too many chapter references") }
    for row in 0..<count {
      draft.track.chapterReferences.append(try number32(box, at: 4 * row))
    }
    track = draft
  }

  /// Remembers where a sample table is; it is read once the whole track is known.
  private mutating func keepTable(_ box: Box) throws(BoxFault) {
    // Which of two tables holds depends on who reads it.
    let kind: BoxType = box.type == "co64" ? "stco" : box.type == "stz2" ? "stsz" : box.type
    guard track?.tables[kind] == nil else { throw box.fault(.corrupt, "it is there twice") }
    track?.tables[kind] = box
  }
}
