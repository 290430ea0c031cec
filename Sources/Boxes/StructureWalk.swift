/// One walk over a file: from box to box, in the order of the bytes, with a stack of its own.
struct StructureWalk {
  let reader: BoxReader
  var window: ByteWindow
  var limits = WalkLimits()

  var movie = MovieStructure()
  /// The tracks of `movie` while their samples are still being counted.
  var tracks: [TrackDraft] = []
  /// The track whose `trak` is open.
  var track: TrackDraft?
  var fragments = FragmentState()
  var metadata = MetadataNames()
  /// What `mvhd` says; nil where it says that it does not know.
  var movieDuration: UInt64?
  /// What `mehd` says.
  var fragmentsDuration: UInt64?

  /// Whether a box was seen that movies start with.
  private var isStart = false
  private var firstMedia: UInt64?
  private var index: Box?

  init(_ reader: BoxReader) {
    self.reader = reader
    // Boxes of an index are small and close together; a table is read through its own window.
    self.window = ByteWindow(reader, capacity: 8_192)
  }

  mutating func run() throws(BoxFault) -> MovieStructure {
    var position: UInt64 = 0
    while position < reader.size, let box = try topLevelBox(at: position) {
      try visit(topLevel: box)
      position = box.end
    }
    guard let index else { throw missingIndex }
    movie.indexPrecedesMedia = index.start < firstMedia ?? reader.size
    movie.declaredDuration = declaredDuration
    countLosses()
    movie.tracks = tracks.map(\.track)
    movie.metadataNames = metadata.names
    return movie
  }

  /// Finds out which holes in the tracks' time lines are fragments that are not there.
  private mutating func countLosses() {
    let longHoles = tracks.map(\.longHoles)
    var areLosses = fragments.numbers.areLosses(longHoles.flatMap(\.self))[...]
    for (index, holes) in longHoles.enumerated() {
      tracks[index].lose(zip(holes, areLosses).compactMap { $1 ? $0 : nil })
      areLosses = areLosses.dropFirst(holes.count)
    }
  }

  private var declaredDuration: DeclaredDuration? {
    guard movie.timescale > 0, var ticks = movieDuration else { return nil }
    if movie.isFragmented, ticks == 0 {
      // The header of a movie that was written as it happened knows nothing of what came.
      guard let fragmentsDuration, fragmentsDuration > 0 else { return nil }
      ticks = fragmentsDuration
    }
    return DeclaredDuration(ticks: ticks, timescale: movie.timescale)
  }

  private mutating func visit(topLevel box: Box) throws(BoxFault) {
    try refuseDetours(box)
    isStart = isStart || box.type.isTopLevel
    switch box.type {
    case "ftyp":
      if movie.majorBrand == nil { try readBrands(box) }
    case "mdat":
      // Some writers leave an empty one before the index, to be filled in.
      if box.length > 0 { firstMedia = firstMedia ?? box.start }
    case "moov":
      if index != nil { throw box.fault(.corrupt, "it is the second index") }
      // Its fragments could not be measured: what they need to be read comes after them.
      if movie.isFragmented { throw box.fault(.corrupt, "it comes after its fragments") }
      index = box
      try descend(into: box)
    case "moof":
      movie.isFragmented = true
      if index != nil { try descend(into: box) }
    case "udta", "meta", "uuid": try readMetadata(box)
    default:
      if box.type.home != nil { throw box.fault(.corrupt, "it stands at the top level") }
    }
  }

  /// Reads what is inside a box down to the last level that we know.
  private mutating func descend(into root: Box) throws(BoxFault) {
    var open = [root]
    try enter(root)
    var position = root.contents
    while let parent = open.last {
      guard let box = try child(of: parent, at: position) else {
        try leave(parent)
        open.removeLast()
        position = parent.end
        continue
      }
      try refuseDetours(box)
      if box.type == "moov" || box.type == "moof" {
        throw box.fault(.corrupt, "it stands inside another box")
      }
      if let home = box.type.home, home != parent.type {
        throw box.fault(.corrupt, "it stands where it does not belong")
      }
      if box.type.isContainer {
        open.append(box)
        try enter(box)
        position = box.contents
      } else {
        try read(box, in: parent)
        position = box.end
      }
    }
  }

  private func refuseDetours(_ box: Box) throws(BoxFault) {
    switch box.type {
    case "cmov": throw box.fault(.compressedIndex, "the index is compressed")
    case "rmra", "rmda", "rdrf":
      throw box.fault(.externalReference, "the movie is somewhere else")
    default: break
    }
  }
}

// MARK: - Headers

extension StructureWalk {
  /// The box at `position`; nil where what is left after the index is not boxes any more.
  private mutating func topLevelBox(at position: UInt64) throws(BoxFault) -> Box? {
    let left = reader.size - position
    guard left >= 8 else {
      if index != nil { return nil }
      throw BoxFault(.truncated, offset: position, box: "", detail: "a box header is cut off")
    }
    let type = try type(at: position)
    let isKnown = type.isTopLevel
    // After the index, only a box that belongs there can be wrong: the rest is appended bytes.
    if index != nil, !isKnown, !(try isPlausible(at: position, left: left)) { return nil }
    try limits.countBox(at: position)

    func fault(_ code: BoxFault.Code, _ detail: String) -> BoxFault {
      BoxFault(code, offset: position, box: type.text, detail: detail)
    }
    var size = try window.number(at: position, width: 4)
    var header: UInt64 = 8
    if size == 1 {
      guard left >= 16 else { throw fault(.truncated, "its header is cut off") }
      size = try window.number(at: position + 8, width: 8)
      header = 16
    }
    let isOpenEnded = header == 8 && size == 0
    if isOpenEnded {
      // The last box may have the size 0 for "to the end of the file". An index that says so could
      // be cut between two tracks and nobody would know; no writer that knows its index does.
      if type == "moov" || type == "moof" { throw fault(.corrupt, "it does not give its size") }
      size = left
    }
    if position == 0, !isKnown, size < header || size > left {
      throw BoxFault(.notAMovie, offset: 0, box: "", detail: "it does not start with a box")
    }
    guard size >= header else { throw fault(.corrupt, "it is smaller than its header") }
    guard size <= Int64.max else { throw fault(.corrupt, "its size is beyond any file") }
    guard size <= left else { throw fault(.truncated, "it goes on after the end of the file") }
    return Box(type: type, start: position, contents: position + header, end: position + size)
  }

  private mutating func isPlausible(at position: UInt64, left: UInt64) throws(BoxFault) -> Bool {
    let size = try window.number(at: position, width: 4)
    if size != 1 { return size == 0 || 8...left ~= size }
    guard left >= 16 else { return false }
    return 16...left ~= (try window.number(at: position + 8, width: 8))
  }

  /// The child of `parent` that starts at `position`; nil where the parent ends.
  mutating func child(of parent: Box, at position: UInt64) throws(BoxFault) -> Box? {
    let left = parent.end - position
    // QuickTime may end a list of boxes with 32 bits of zero; writers also pad.
    guard left >= 8 else { return nil }
    let type = try type(at: position)
    var size = try window.number(at: position, width: 4)
    if size == 0, type.code == 0 { return nil }
    try limits.countBox(at: position)

    func fault(_ code: BoxFault.Code, _ detail: String) -> BoxFault {
      BoxFault(code, offset: position, box: type.text, detail: detail)
    }
    var header: UInt64 = 8
    if size == 1 {
      guard left >= 16 else { throw fault(.corrupt, "its header goes past its parent") }
      size = try window.number(at: position + 8, width: 8)
      header = 16
    }
    guard size >= header else { throw fault(.corrupt, "it is smaller than its header") }
    guard size <= left else { throw fault(.corrupt, "it goes past its parent") }
    return Box(type: type, start: position, contents: position + header, end: position + size)
  }

  private mutating func type(at position: UInt64) throws(BoxFault) -> BoxType {
    BoxType(code: UInt32(try window.number(at: position + 4, width: 4)))
  }

  private var missingIndex: BoxFault {
    return movie.isFragmented || !isStart
      ? BoxFault(.notAMovie, offset: 0, box: "moov", detail: "there is no index")
      : BoxFault(.truncated, offset: reader.size, box: "moov", detail: "it ends before its index")
  }
}
