import Boxes
import Testing

@Suite("Structure that is refused")
struct RefusalTests {
  @Test(
    "a box that is smaller than its header",
    arguments: [
      bytes32(4) + Array("free".utf8), bytes32(7) + Array("free".utf8),
      bytes32(1) + Array("free".utf8) + bytes64(15),
    ] as [[UInt8]])
  func small(box: [UInt8]) {
    #expect(fault(TinyMovie { $0.brand += box }.bytes)?.code == .corrupt)
    #expect(fault(TinyMovie { $0.more = box }.bytes)?.code == .corrupt)
    #expect(fault(TinyMovie { $0.trailer = box }.bytes)?.code == .corrupt)
  }

  @Test("a child of size 0, which only a top-level box may have")
  func openChild() {
    let found = fault(TinyMovie { $0.more = bytes32(0) + Array("free".utf8) }.bytes)
    #expect(found?.code == .corrupt)
    #expect(found?.box == "free")
  }

  @Test("a child that goes past its parent", arguments: [9, 0xFFFF_FFFF] as [UInt32])
  func childPastParent(size: UInt32) {
    let found = fault(TinyMovie { $0.more = bytes32(size) + Array("free".utf8) }.bytes)
    #expect(found?.code == .corrupt)
    #expect(found?.detail == "it goes past its parent")
  }

  @Test(
    "a child whose 64-bit size does not fit into its parent",
    arguments: [[], bytes64(17), bytes64(.max)] as [[UInt8]])
  func wideChildPastParent(size: [UInt8]) {
    let movie = TinyMovie { $0.more = bytes32(1) + Array("free".utf8) + size }
    #expect(fault(movie.bytes)?.code == .corrupt)
  }

  @Test("a 64-bit size that no file can have", arguments: [1 << 63, .max] as [UInt64])
  func beyondAnyFile(size: UInt64) {
    let bytes = TinyMovie().brand + bytes32(1) + Array("moov".utf8) + bytes64(size)
    #expect(fault(bytes)?.code == .corrupt)
  }

  @Test("an index that does not give its size, since it could be cut between two tracks")
  func openIndex() {
    let movie = TinyMovie { $0.isIndexFirst = false }
    var bytes = movie.bytes
    let start = bytes.count - movie.index(mediaAt: 0).count
    bytes.replaceSubrange(start..<start + 4, with: zeros(4))
    #expect(fault(bytes)?.detail == "it does not give its size")
  }

  @Test("a second index, since readers differ in which one they take")
  func twoIndexes() {
    let movie = TinyMovie { $0.trailer = $0.index(mediaAt: 0) }
    #expect(fault(movie.bytes)?.detail == "it is the second index")
  }

  @Test("an index inside of the index, at any depth", arguments: [1, 20_000])
  func nestedIndex(depth: Int) {
    var bytes: [UInt8] = []
    for level in 0...depth {
      bytes += bytes32(UInt32((depth + 1 - level) * 8)) + Array("moov".utf8)
    }
    let found = fault(TinyMovie().brand + bytes)
    #expect(found?.code == .corrupt)
    #expect(found?.detail == "it stands inside another box")
  }

  @Test("fragments inside of the index")
  func nestedFragments() {
    let found = fault(TinyMovie { $0.more = atom("moof") }.bytes)
    #expect(found?.detail == "it stands inside another box")
  }

  @Test(
    "a box of the index that is not at home",
    arguments: [
      "mdia", "tkhd", "minf", "stbl", "stsz", "stco", "tfhd", "traf", "trun", "elst", "chap",
      "dref",
    ])
  func notAtHome(type: String) {
    let box = atom(type, zeros(100))
    #expect(
      fault(TinyMovie { $0.more = box }.bytes)?.detail == "it stands where it does not belong")
    #expect(fault(TinyMovie { $0.brand += box }.bytes)?.detail == "it stands at the top level")
  }

  @Test("a track inside of a track")
  func trackInTrack() {
    let found = fault(TinyMovie.track({ $0.more = atom("trak") }).bytes)
    #expect(found?.detail == "it stands where it does not belong")
  }

  @Test("a compressed index")
  func compressedIndex() {
    let found = fault(TinyMovie().brand + atom("moov", atom("cmov", zeros(20))))
    #expect(found?.code == .compressedIndex)
  }

  @Test("a movie that is somewhere else", arguments: ["rmra", "rmda", "rdrf"])
  func reference(type: String) {
    #expect(fault(TinyMovie { $0.more = atom(type) }.bytes)?.code == .externalReference)
    #expect(fault(TinyMovie { $0.brand += atom(type) }.bytes)?.code == .externalReference)
  }

  @Test(
    "what is no movie at all",
    arguments: [
      [], Array("{ \"streams\": [] }".utf8), bytes32(7) + Array("what".utf8),
      atom("what", zeros(8)), atom("moof") + atom("mdat"), TinyMovie().brand + atom("moof"),
    ] as [[UInt8]])
  func notAMovie(bytes: [UInt8]) {
    #expect(fault(bytes)?.code == .notAMovie)
  }

  @Test(
    "a file that ends before its index",
    arguments: [
      TinyMovie().brand, atom("mdat"), TinyMovie().brand + atom("mdat", zeros(60)),
      TinyMovie().brand + bytes32(0) + Array("mdat".utf8) + zeros(60), [0],
    ] as [[UInt8]])
  func noIndex(bytes: [UInt8]) {
    #expect(fault(bytes)?.code == .truncated)
  }

  @Test("an index that comes after its fragments")
  func fragmentsFirst() {
    let found = fault(TinyMovie { $0.brand += atom("moof") }.bytes)
    #expect(found?.detail == "it comes after its fragments")
  }

  @Test("a track without its header")
  func noTrackHeader() {
    let found = fault(TinyMovie.track({ $0.replaced["tkhd"] = [] }).bytes)
    #expect(found?.detail == "it has no track header")
  }

  @Test("two track headers, two media headers")
  func twoHeaders() {
    let tracks = fault(TinyMovie.track({ $0.more = atom("tkhd", zeros(84)) }).bytes)
    #expect(tracks?.box == "tkhd")
    let header = atom("mdhd", zeros(12), bytes32(1_000, 0), zeros(4))
    let media = fault(TinyMovie.track({ $0.replaced["mdhd"] = header + header }).bytes)
    #expect(media?.box == "mdhd")
  }

  @Test("samples on a clock that stands still, or that is not there", arguments: [true, false])
  func noClock(isThere: Bool) {
    let movie = TinyMovie.track({
      $0.timescale = 0
      if !isThere { $0.replaced["mdhd"] = [] }
    })
    #expect(fault(movie.bytes)?.detail == "its clock stands still")
  }

  @Test(
    "a box that is too short for its fields",
    arguments: ["tkhd", "mdhd", "hdlr", "dref", "stsd", "stts", "stsc", "stsz", "stco"])
  func short(type: String) {
    let found = fault(TinyMovie.track({ $0.replaced[type] = atom(type, zeros(6)) }).bytes)
    #expect(found?.code == .corrupt)
    #expect(found?.box == type)
  }
}
