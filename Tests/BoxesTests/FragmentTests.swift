import Boxes
import Testing

@Suite("Fragments")
struct FragmentTests {
  /// `trun` flags.
  private static let offset: UInt32 = 0x1
  private static let durations: UInt32 = 0x100
  private static let sizes: UInt32 = 0x200
  private static let sampleFlags: UInt32 = 0x400
  private static let compositionOffsets: UInt32 = 0x800

  /// An index of empty tracks with the numbers 1 and 2; a sample lasts 100 ticks and has 10 bytes
  /// unless a fragment says otherwise.
  private static let start = TinyMovie {
    let empty = TinyTrack(sizes: [], chunks: [], durations: [])
    $0.tracks = [empty, empty]
    $0.tracks[1].id = 2
    $0.more = atom(
      "mvex", atom("trex", bytes32(0, 1, 1, 100, 10, 0)), atom("trex", bytes32(0, 2, 1, 100, 10, 0))
    )
  }.bytes.dropLast(8)

  private static func header(_ flags: UInt32 = 0x02_0000, track: UInt32 = 1, _ fields: UInt32...)
    -> [UInt8]
  {
    atom("tfhd", bytes32(flags, track), fields.flatMap { bytes32($0) })
  }

  private static func run(_ flags: UInt32, count: UInt32, _ fields: [UInt32] = []) -> [UInt8] {
    atom("trun", bytes32(flags, count), fields.flatMap { bytes32($0) })
  }

  /// A movie of one fragment with `media` bytes in its mdat.
  private static func movie(media: Int, _ trackFragments: [UInt8]...) -> [UInt8] {
    start + fragment(media: media, trackFragments)
  }

  private static func fragment(
    _ number: UInt32 = 0, media: Int, _ trackFragments: [[UInt8]]
  ) -> [UInt8] {
    let contents = trackFragments.flatMap { atom("traf", $0) }
    return atom("moof", atom("mfhd", bytes32(0, number)), contents) + atom("mdat", zeros(media))
  }

  private static func first(_ bytes: [UInt8]) throws -> MovieStructure.Track {
    try #require(try walk(bytes).tracks.first)
  }

  @Test("a fragment's samples have what trex says unless it says otherwise")
  func defaults() throws {
    let bytes = Self.movie(media: 30, Self.header() + Self.run(0, count: 3))
    #expect(try walk(bytes).isFragmented)
    let track = try Self.first(bytes)
    #expect(track.sampleCount == 3)
    #expect(track.mediaDuration == 300)
    #expect(track.compositionSpan == 0..<300)
    #expect(try walk(bytes).tracks.last?.sampleCount == 0)
  }

  @Test("the track fragment's own defaults go first")
  func ownDefaults() throws {
    // base data offset, description index, duration, size
    let flags: UInt32 = 0x1B
    let base = UInt32(Self.start.count)
    let header = Self.header(flags, track: 1, 0, base, 1, 7, 40)
    let track = try Self.first(Self.movie(media: 80, header + Self.run(0, count: 2)))
    #expect(track.mediaDuration == 14)
  }

  @Test("each sample may have its own duration, size, flags and offset")
  func fields() throws {
    let flags = Self.durations | Self.sizes | Self.sampleFlags | Self.compositionOffsets
    let run = Self.run(flags, count: 2, [40, 5, 0, 60, 50, 6, 0, UInt32(bitPattern: -100)])
    let track = try Self.first(Self.movie(media: 11, Self.header() + run))
    #expect(track.mediaDuration == 90)
    // 0 + 60 … 100 and 40 - 100 … -10
    #expect(track.compositionSpan == -60..<100)
  }

  @Test("fields that are not there are not read", arguments: [0x100, 0x200, 0x400, 0x800])
  func oneField(flags: UInt32) throws {
    let bytes = Self.movie(media: 70, Self.header() + Self.run(flags, count: 2, [30, 40]))
    let track = try Self.first(bytes)
    #expect(track.mediaDuration == (flags == 0x100 ? 70 : 200))
    #expect(
      track.compositionSpan == (flags == 0x100 ? 0..<70 : flags == 0x800 ? 30..<240 : 0..<200))
  }

  @Test("the flags of the first sample are a field of the run")
  func firstFlags() throws {
    let run = Self.run(0x4 | Self.durations, count: 1, [0x0200_0000, 33])
    #expect(try Self.first(Self.movie(media: 10, Self.header() + run)).mediaDuration == 33)
  }

  @Test("time goes on from fragment to fragment, or from where tfdt sets it")
  func time() throws {
    let run = Self.run(0, count: 1)
    let bytes =
      Self.movie(media: 10, Self.header() + run)
      + Self.fragment(media: 10, [Self.header() + run])
      + Self.fragment(media: 10, [Self.header() + atom("tfdt", bytes32(0, 1_000)) + run])
      + Self.fragment(
        media: 10, [Self.header() + atom("tfdt", bytes32(1 << 24), bytes64(1 << 33)) + run])
    let track = try Self.first(bytes)
    #expect(track.sampleCount == 4)
    #expect(track.mediaDuration == 400)
    #expect(track.compositionSpan == 0..<8_589_934_692)
  }

  /// A fragment of two samples of each of these tracks, which begin at these times.
  private static func fragment(_ number: UInt32, at times: [(track: UInt32, time: UInt32)])
    -> [UInt8]
  {
    fragment(
      number, media: times.count * 20,
      times.map {
        header(track: $0.track) + atom("tfdt", bytes32(0, $0.time)) + run(0, count: 2)
      })
  }

  @Test(
    "what is missing in numbers and in time is lost, and neither alone",
    arguments: [
      ([1, 2, 3, 4], [0, 200, 400, 600], 0), ([1, 2, 4, 5], [0, 200, 600, 800], 2),
      ([1, 3], [0, 400], 2), ([1, 4, 5, 9], [0, 600, 800, 1600], 10),
      // Only time jumps, or only numbers do, or they begin anew.
      ([1, 2, 3, 4], [0, 200, 600, 800], 0), ([1, 2, 4, 5], [0, 200, 400, 600], 0),
      ([7, 8, 1, 2], [0, 200, 600, 800], 0), ([0, 0, 0, 0], [0, 200, 600, 800], 0),
      // A writer that counts by tens, by time, or leaves a rounding error.
      ([10, 20, 30, 40], [0, 200, 600, 800], 0), ([10, 20, 40, 50], [0, 200, 600, 800], 2),
      ([1, 2, 4, 5], [0, 200, 440, 640], 0),
      // One that counts by twos and pauses before each fragment, but for one that is lost; and one
      // whose rounding errors say nothing of how it counts.
      ([1, 3, 5, 7, 9, 11, 13, 15], [0, 400, 800, 1200, 1600, 2000, 2400, 2800], 0),
      ([1, 3, 5, 9, 11], [0, 400, 800, 1400, 1800], 4),
      ([2, 4, 6, 8], [0, 240, 480, 880], 0),
      // A recording that is joined midway, and one that goes back.
      ([9, 10], [5_000, 5_200], 0), ([1, 3, 5], [0, 100, 0], 0),
    ] as [([UInt32], [UInt32], Int)])
  func lostFragments(numbers: [UInt32], times: [UInt32], lost: Int) throws {
    let fragments = zip(numbers, times).flatMap { Self.fragment($0, at: [(1, $1)]) }
    let track = try Self.first(Self.start + fragments)
    #expect(track.lostSampleCount == lost)
    #expect(track.lostDuration == UInt64(lost) * 100)
  }

  @Test("tracks in fragments of their own lose what is theirs")
  func lostFragmentOfOneTrack() throws {
    // The third, of track 1, is not there; the gap in numbers shows first at one of track 2.
    let fragments =
      Self.fragment(1, at: [(1, 0)]) + Self.fragment(2, at: [(2, 0)])
      + Self.fragment(4, at: [(2, 200)]) + Self.fragment(5, at: [(1, 400)])
      + Self.fragment(6, at: [(2, 400)])
    #expect(try walk(Self.start + fragments).tracks.map(\.lostSampleCount) == [2, 0])
  }

  @Test("the longest jumps are counted without an overflow")
  func longestJumps() throws {
    let bytes = ([1, 3, 4, 6] as [UInt32]).flatMap { number -> [UInt8] in
      let time = number % 3 == 0 ? UInt64(Int64.max - 1_000) : 0
      return Self.fragment(
        number, media: 10,
        [Self.header() + atom("tfdt", bytes32(1 << 24), bytes64(time)) + Self.run(0, count: 1)])
    }
    #expect(try Self.first(Self.start + bytes).lostSampleCount == 2_000_000_000_000)
  }

  @Test("the first fragment goes on after the samples of the tables")
  func afterTables() throws {
    let movie = TinyMovie { $0.more = atom("mvex", atom("trex", bytes32(0, 1, 1, 100, 10, 0))) }
    let bytes =
      movie.bytes + Self.fragment(media: 10, [Self.header() + Self.run(0, count: 1)])
    let track = try Self.first(bytes)
    #expect(track.sampleCount == 4)
    #expect(track.compositionSpan == 0..<400)
  }

  // Where the data is. The fragment is the last thing in the file, so one byte more is too many.

  /// The longest data that fits when a single run says where it is.
  private static func expectData(
    _ header: [UInt8], _ flags: UInt32, at offset: Int32? = nil, fits length: UInt32,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func movie(_ size: UInt32) -> [UInt8] {
      let fields = (offset.map { [UInt32(bitPattern: $0)] } ?? []) + [size]
      return Self.movie(media: 50, header + run(flags | sizes, count: 1, fields))
    }
    #expect(fault(movie(length)) == nil, sourceLocation: sourceLocation)
    #expect(fault(movie(length + 1))?.code == .truncated, sourceLocation: sourceLocation)
  }

  @Test("data offsets count from the fragment")
  func fromFragment() {
    // moof 8, mfhd 16, traf 8, tfhd 16, trun 24 or 20 with 50 + 8 bytes of media after it
    Self.expectData(Self.header(), Self.offset, at: 0, fits: 72 + 58)
    Self.expectData(Self.header(), Self.offset, at: 80, fits: 50)
    Self.expectData(Self.header(), 0, fits: 68 + 58)
    Self.expectData(Self.header(0), 0, fits: 68 + 58)
  }

  @Test("data offsets count from the base that the header gives, backwards too")
  func fromBase() {
    let header = Self.header(0x01, track: 1, 0, UInt32(Self.start.count + 20))
    Self.expectData(header, 0, fits: 68 + 8 + 58 - 20)
    Self.expectData(header, Self.offset, at: -20, fits: 72 + 8 + 58)
    Self.expectData(header, Self.offset, at: 30, fits: 72 + 8 + 58 - 50)
  }

  @Test("the second run's data comes after the first's")
  func secondRun() {
    func movie(_ size: UInt32) -> [UInt8] {
      let first = Self.run(Self.offset, count: 2, [96])
      return Self.movie(media: 50, Self.header() + first + Self.run(Self.sizes, count: 1, [size]))
    }
    // 8 + 16 + 8 + 16 + 20 + 20 = 88, and 8 of the mdat's header
    #expect(fault(movie(30)) == nil)
    #expect(fault(movie(31))?.code == .truncated)
  }

  @Test("a second track's data comes after the first's, or counts from the fragment")
  func secondTrack() {
    func movie(_ flags: UInt32, _ size: UInt32) -> [UInt8] {
      let first = Self.header() + Self.run(Self.offset, count: 2, [116])
      let second = Self.header(flags, track: 2) + Self.run(Self.sizes, count: 1, [size])
      return Self.movie(media: 46, first, second)
    }
    // 8 + 16 + (8 + 16 + 20) * 2 = 112, and 8 of the mdat's header: the file has 166 bytes more
    #expect(fault(movie(0, 30)) == nil)
    #expect(fault(movie(0, 31))?.code == .truncated)
    #expect(fault(movie(0x02_0000, 166)) == nil)
    #expect(fault(movie(0x02_0000, 167))?.code == .truncated)
  }

  @Test("data before or beyond any file is refused")
  func beyond() {
    let before = Self.header(0x01, track: 1, 0, 10)
    let back = Self.run(Self.offset, count: 1, [UInt32(bitPattern: -11)])
    #expect(fault(Self.movie(media: 10, before + back))?.code == .corrupt)
    let beyond = Self.header(0x01, track: 1, .max, .max)
    let on = Self.run(Self.offset, count: 1, [1])
    #expect(fault(Self.movie(media: 10, beyond + on))?.code == .corrupt)
    #expect(fault(Self.movie(media: 10, beyond + Self.run(0, count: 1)))?.code == .corrupt)
  }

  @Test("an empty run needs no data")
  func emptyRun() throws {
    let header = Self.header(0x01, track: 1, 0, .max)
    let bytes = Self.movie(media: 0, header + Self.run(0, count: 0))
    #expect(try Self.first(bytes).compositionSpan == nil)
    let withFields = Self.movie(media: 0, header + Self.run(Self.sizes, count: 0))
    #expect(try Self.first(withFields).sampleCount == 0)
  }

  @Test("a fragment of a track that the index does not announce is refused")
  func unknownTrack() {
    #expect(fault(Self.movie(media: 0, Self.header(track: 3)))?.box == "tfhd")
    let unannounced =
      TinyMovie().bytes + Self.fragment(media: 10, [Self.header() + Self.run(0, count: 1)])
    #expect(fault(unannounced)?.box == "tfhd")
    let untracked = TinyMovie { $0.more = atom("mvex", atom("trex", bytes32(0, 5, 1, 1, 1, 0))) }
    #expect(
      fault(untracked.bytes + Self.fragment(media: 0, [Self.header(track: 5)]))?.box == "tfhd")
  }

  @Test("of two defaults for a track the first holds")
  func twoDefaults() throws {
    let movie = TinyMovie {
      $0.more = atom(
        "mvex", atom("trex", bytes32(0, 1, 1, 5, 0, 0)), atom("trex", bytes32(0, 1, 1, 9, 0, 0)))
    }
    let bytes = movie.bytes + Self.fragment(media: 0, [Self.header() + Self.run(0, count: 1)])
    #expect(try Self.first(bytes).mediaDuration == 305)
  }

  @Test("boxes of a fragment that are out of order, or there twice, are refused")
  func order() {
    let run = Self.run(0, count: 1)
    let time = atom("tfdt", bytes32(0, 0))
    #expect(fault(Self.movie(media: 10, run))?.box == "trun")
    #expect(fault(Self.movie(media: 10, time))?.box == "tfdt")
    #expect(fault(Self.movie(media: 10, Self.header() + run + time))?.box == "tfdt")
    #expect(fault(Self.movie(media: 10, Self.header() + Self.header()))?.box == "tfhd")
  }

  @Test("a header does not hold for the next track fragment")
  func forgotten() {
    let bytes = Self.movie(media: 10, Self.header(), Self.run(0, count: 1))
    #expect(fault(bytes)?.detail == "it stands before the header")
  }

  @Test(
    "a run is refused whose rows, or whose fields, do not fit into it",
    arguments: [
      run(sizes, count: 2, [1]), run(sizes, count: 0x10_0000, [1]), run(offset, count: 1),
      run(0x4, count: 1), run(0x5, count: 1, [0]), atom("trun", zeros(7)),
    ])
  func rows(run: [UInt8]) {
    let found = fault(Self.movie(media: 10, Self.header() + run))
    #expect(found?.box == "trun")
    #expect(found?.code == .corrupt || found?.code == .tooComplex)
  }

  @Test(
    "a header is refused that is too short for what it announces",
    arguments: [0x01, 0x08, 0x10, 0x1B] as [UInt32])
  func shortHeader(flags: UInt32) {
    #expect(fault(Self.movie(media: 10, Self.header(flags)))?.box == "tfhd")
  }

  @Test("times that do not fit into a clock are refused")
  func clock() {
    func movie(_ time: UInt64) -> [UInt8] {
      Self.movie(
        media: 10,
        Self.header() + atom("tfdt", bytes32(1 << 24), bytes64(time)) + Self.run(0, count: 1))
    }
    #expect(fault(movie(UInt64(Int64.max) - 100)) == nil)
    #expect(fault(movie(UInt64(Int64.max) - 99))?.detail == "its times do not fit into a clock")
    #expect(fault(movie(1 << 63))?.detail == "its times do not fit into a clock")
    let offset = Self.run(Self.compositionOffsets, count: 1, [1])
    let late = Self.movie(
      media: 10,
      Self.header() + atom("tfdt", bytes32(1 << 24), bytes64(UInt64(Int64.max) - 100)) + offset)
    #expect(fault(late)?.detail == "its times do not fit into a clock")
  }

  @Test("a fragment that is cut is refused, one that is left out cannot be known")
  func cut() throws {
    let run = Self.run(Self.offset, count: 1, [80])
    let whole = Self.movie(media: 10, Self.header() + run)
    for length in Self.start.count + 8..<whole.count {
      #expect(fault(Array(whole[..<length])) != nil, "\(length) of \(whole.count)")
    }
    #expect(try Self.first(Array(Self.start)).sampleCount == 0)
  }

  @Test("a fragment that does not give its size is refused")
  func openFragment() {
    #expect(fault(Self.start + bytes32(0) + Array("moof".utf8))?.code == .corrupt)
  }
}
