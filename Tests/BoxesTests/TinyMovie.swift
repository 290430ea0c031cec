/// A movie made by hand, any box of which can be replaced by a wrong one.
struct TinyMovie {
  var timescale: UInt32 = 600
  var duration: UInt32 = 1_800
  var tracks = [TinyTrack()]
  var isIndexFirst = true
  var brand: [UInt8] = atom("ftyp", Array("isom".utf8), bytes32(512), Array("isommp42".utf8))
  /// Boxes of `moov` after the tracks.
  var more: [UInt8] = []
  /// What is written instead of `mvhd`.
  var movieHeader: [UInt8]?
  /// What comes after everything.
  var trailer: [UInt8] = []

  init(_ change: (inout TinyMovie) -> Void = { _ in }) {
    change(&self)
  }

  /// A movie of one track.
  static func track(_ change: (inout TinyTrack) -> Void) -> TinyMovie {
    TinyMovie { change(&$0.tracks[0]) }
  }

  var media: [UInt8] {
    [UInt8](repeating: 0xAA, count: tracks.map(\.mediaLength).reduce(0, +))
  }

  /// The index, for media that starts at `place`.
  func index(mediaAt place: Int) -> [UInt8] {
    let header =
      movieHeader ?? atom("mvhd", zeros(12), bytes32(timescale, duration), zeros(80))
    var place = place
    var boxes: [UInt8] = []
    for track in tracks {
      boxes += track.box(mediaAt: place)
      place += track.mediaLength
    }
    return atom("moov", header, boxes, more)
  }

  /// Where the media starts.
  var mediaPlace: Int {
    brand.count + (isIndexFirst ? index(mediaAt: 0).count : 0) + 8
  }

  var bytes: [UInt8] {
    let index = index(mediaAt: mediaPlace)
    let media = atom("mdat", media)
    return brand + (isIndexFirst ? index + media : media + index) + trailer
  }
}

/// A track of three samples in two chunks, until it is changed.
struct TinyTrack {
  var id: UInt32 = 1
  var handler = "vide"
  var entry = atom("avc1", zeros(78))
  var timescale: UInt32 = 1_000
  var sizes: [UInt32] = [10, 20, 30]
  /// How many samples each chunk has.
  var chunks: [UInt32] = [2, 1]
  var durations: [[UInt32]] = [[3, 100]]
  /// Boxes that are written instead of those of the same type; an empty one leaves it out.
  var replaced: [String: [UInt8]] = [:]
  /// Boxes at the end of `trak`.
  var more: [UInt8] = []
  /// Boxes at the end of `stbl`.
  var moreTables: [UInt8] = []

  var mediaLength: Int { Int(sizes.reduce(0, +)) }

  /// Where each chunk starts, for media that starts at `place`.
  func places(mediaAt place: Int) -> [UInt32] {
    var place = UInt32(place)
    var first = 0
    var places: [UInt32] = []
    for count in chunks {
      places.append(place)
      place += sizes[first..<first + Int(count)].reduce(0, +)
      first += Int(count)
    }
    return places
  }

  func box(mediaAt place: Int) -> [UInt8] {
    let runs = chunks.enumerated().map { [UInt32($0.offset + 1), $0.element, 1] }
    var tables = part("stsd", atom("stsd", bytes32(0, 1), entry))
    tables += part("stts", tableAtom("stts", durations))
    tables += part("stsc", tableAtom("stsc", runs))
    let sizeBytes: [UInt8] = sizes.flatMap { bytes32($0) }
    tables += part("stsz", atom("stsz", bytes32(0, 0, UInt32(sizes.count)), sizeBytes))
    tables += part("stco", tableAtom("stco", places(mediaAt: place).map { [$0] }))
    let references = part("dref", atom("dref", bytes32(0, 1), atom("url ", bytes32(1))))
    let information = atom(
      "minf", atom("vmhd", zeros(12)), atom("dinf", references), atom("stbl", tables, moreTables))
    let media = atom(
      "mdia", part("mdhd", atom("mdhd", zeros(12), bytes32(timescale, 0), zeros(4))),
      part("hdlr", atom("hdlr", zeros(8), Array(handler.utf8), zeros(13))), information)
    return atom("trak", part("tkhd", header), media, more)
  }

  private func part(_ type: String, _ built: [UInt8]) -> [UInt8] {
    replaced[type] ?? built
  }

  /// `tkhd` of version 0: enabled, 640 × 360, turned by 90 degrees.
  private var header: [UInt8] {
    atom(
      "tkhd", bytes32(7), zeros(8), bytes32(id), zeros(24),
      bytes32(0, 0x1_0000, 0, 0xFFFF_0000, 0, 0, 0, 0, 0x4000_0000),
      bytes32(640 << 16, 360 << 16))
  }
}
