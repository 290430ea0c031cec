import Boxes
import Testing

@Suite("Sample descriptions and data references")
struct DescriptionTests {
  private func track(_ change: (inout TinyTrack) -> Void) throws -> MovieStructure.Track {
    try #require(try walk(TinyMovie.track(change).bytes).tracks.first)
  }

  @Test("a track without sample descriptions, or with an empty list, has no entry")
  func none() throws {
    #expect(try track { $0.replaced["stsd"] = [] }.sampleEntry == nil)
    #expect(try track { $0.replaced["stsd"] = tableAtom("stsd", []) }.sampleEntry == nil)
  }

  @Test("of several entries the first counts")
  func several() throws {
    let entries = atom("hvc1", zeros(8)) + atom("avc1", zeros(8))
    let track = try track { $0.replaced["stsd"] = atom("stsd", bytes32(0, 2), entries) }
    #expect(track.sampleEntry == "hvc1")
    #expect(track.sampleDescriptionCount == 2)
  }

  @Test("entries that are not there are refused")
  func countLie() {
    let movie = TinyMovie.track { $0.replaced["stsd"] = atom("stsd", bytes32(0, 2), $0.entry) }
    #expect(fault(movie.bytes)?.box == "stsd")
  }

  @Test("an entry that goes past its box is refused")
  func longEntry() {
    let movie = TinyMovie.track {
      $0.replaced["stsd"] = atom("stsd", bytes32(0, 1, 17), Array("avc1".utf8), zeros(8))
    }
    #expect(fault(movie.bytes)?.box == "avc1")
  }

  @Test("protected entries are seen, as the first or a later one", arguments: ["encv", "drms"])
  func protected(type: String) throws {
    #expect(try track { $0.entry = atom(type, zeros(8)) }.hasEncryption)
    let entries = atom("avc1", zeros(8)) + atom(type, zeros(8))
    #expect(
      try track { $0.replaced["stsd"] = atom("stsd", bytes32(0, 2), entries) }.hasEncryption)
  }

  @Test(
    "an entry with a protection scheme is protected whatever its type",
    arguments: [
      ("vide", atom("avc1", zeros(78))), ("soun", atom("mp4a", zeros(28))),
      ("soun", atom("mp4a", zeros(8), bytes16(1), zeros(34))),
      ("soun", atom("mp4a", zeros(8), bytes16(2), zeros(54))),
    ])
  func scheme(handler: String, entry: [UInt8]) throws {
    let contents = Array(entry.dropFirst(8))
    let type = String(decoding: entry[4..<8], as: UTF8.self)
    func isProtected(_ boxes: [UInt8]) throws -> Bool {
      try track {
        $0.handler = handler
        $0.entry = atom(type, contents, boxes)
      }.hasEncryption
    }
    #expect(try isProtected(atom("esds", zeros(3)) + atom("sinf", zeros(4))))
    #expect(try !isProtected(atom("esds", zeros(3))))
    // What follows a box that is not one belongs to nobody.
    #expect(try !isProtected(bytes32(3) + Array("junk".utf8) + atom("sinf")))
    #expect(try !isProtected(bytes32(99) + Array("junk".utf8) + atom("sinf")))
    #expect(try !isProtected(zeros(5)))
  }

  @Test("entries too short for their fields, and of other media, are not searched")
  func otherEntries() throws {
    #expect(try !track { $0.entry = atom("avc1", zeros(77)) }.hasEncryption)
    let short = try track {
      $0.handler = "soun"
      $0.entry = atom("mp4a", zeros(8))
    }
    #expect(!short.hasEncryption)
    let text = try track {
      $0.handler = "text"
      $0.entry = atom("text", atom("sinf"))
    }
    #expect(!text.hasEncryption)
  }

  @Test(
    "media in this file is accepted however it is said",
    arguments: [
      tableAtom("dref", []),
      atom("dref", bytes32(0, 1), atom("url ", bytes32(1))),
      atom("dref", bytes32(0, 1), atom("alis", bytes32(1))),
      atom("dref", bytes32(0, 2), atom("url ", bytes32(1)), atom("alis", bytes32(1))),
      // No flag, but nothing named.
      atom("dref", bytes32(0, 1), atom("alis", bytes32(0))),
      atom("dref", bytes32(0, 1), atom("url ", bytes32(0), [0])),
      // A name that the flag takes back.
      atom("dref", bytes32(0, 1), atom("url ", bytes32(1), Array("x.mov\0".utf8))),
      atom("dref", bytes32(0, 1), atom("alis", bytes32(1), zeros(137))),
    ])
  func selfContained(references: [UInt8]) {
    #expect(fault(TinyMovie.track { $0.replaced["dref"] = references }.bytes) == nil)
  }

  @Test(
    "media that is somewhere else is refused",
    arguments: [
      atom("url ", bytes32(0), Array("http://127.0.0.1/".utf8)), atom("urn ", bytes32(0, 0)),
      atom("alis", bytes32(0), zeros(200)), atom("rsrc", bytes32(2, 1)),
      // Readers follow a whole alias record in spite of the flag.
      atom("alis", bytes32(1), zeros(138)),
    ])
  func external(reference: [UInt8]) {
    let list = atom("dref", bytes32(0, 2), atom("url ", bytes32(1)), reference)
    #expect(
      fault(TinyMovie.track { $0.replaced["dref"] = list }.bytes)?.code == .externalReference)
  }

  @Test("references that are not there are refused")
  func referenceCountLie() {
    let list = atom("dref", bytes32(0, 2), atom("url ", bytes32(1)))
    #expect(fault(TinyMovie.track { $0.replaced["dref"] = list }.bytes)?.box == "dref")
  }

  @Test("a reference without flags is refused")
  func shortReference() {
    let list = atom("dref", bytes32(0, 1), atom("url "))
    #expect(fault(TinyMovie.track { $0.replaced["dref"] = list }.bytes)?.box == "url ")
  }
}
