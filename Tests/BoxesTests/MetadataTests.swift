import Boxes
import Testing

@Suite("Names of what is written about a movie")
struct MetadataTests {
  /// A box of QuickTime's user data: its type begins with a copyright sign.
  private static func copyright(_ name: String, _ text: String = "SecretText") -> [UInt8] {
    let contents = bytes16(UInt16(text.utf8.count), 0) + Array(text.utf8)
    return bytes32(UInt32(contents.count + 8)) + [0xA9] + Array(name.utf8) + contents
  }

  private static let handler = atom("hdlr", zeros(8), Array("mdta".utf8), zeros(12))

  private static func keys(_ names: [String]) -> [UInt8] {
    let boxes = names.flatMap { atom("mdta", Array($0.utf8)) }
    return handler + atom("keys", bytes32(0, UInt32(names.count)), boxes)
  }

  private static let identifier: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  private static let xmp = Array(
    """
    <x:xmpmeta><rdf:Description exif:GPSLatitude="48,51N" tiff:Make="Secret"><tiff:Model>S\
    </tiff:Model><exif:DateTimeOriginal>1987</exif:DateTimeOriginal></rdf:Description>
    """.utf8)
  private static let all: Set<String> = ["location", "make", "model", "date"]

  private static let boxes: [([UInt8], Set<String>)] = [
    (atom("udta", copyright("xyz")), ["location"]),
    (atom("udta", atom("loci", zeros(20))), ["location"]),
    (
      atom("udta", copyright("mak") + copyright("mod") + copyright("day")),
      ["make", "model", "date"]
    ),
    (atom("udta", atom("manu", zeros(12)), atom("modl", zeros(12))), ["make", "model"]),
    (atom("udta", copyright("nam") + atom("name", zeros(8)) + bytes32(0)), []),
    (atom("udta", atom("loci", zeros(4))), []),
    (
      atom("meta", keys(["com.apple.quicktime.location.ISO6709"])),
      ["com.apple.quicktime.location.iso6709"]
    ),
    (atom("meta", bytes32(0), keys(["A.Make", "b"])), ["a.make", "b"]),
    (
      atom("udta", atom("meta", bytes32(0), keys(["c"]), atom("ilst", copyright("mod")))),
      ["c", "model"]
    ),
    (atom("udta", atom("XMP_", xmp)), all),
    (atom("XMP_", xmp), all),
    (atom("uuid", identifier, xmp), all),
    (atom("uuid", Array(identifier.reversed()), xmp), []),
    (
      atom(
        "meta", bytes32(0), handler,
        atom(
          "xml ", zeros(4),
          Array(#"<Device manufacturer="S" modelName="S"/><Group name="ExifGPS">"#.utf8))),
      ["make", "model", "location"]
    ),
  ]

  @Test("They are found in the movie, in a track, and beside the index", arguments: boxes)
  func places(box: [UInt8], names: Set<String>) throws {
    #expect(try walk(TinyMovie { $0.more = box }.bytes).metadataNames == names)
    #expect(try walk(TinyMovie.track { $0.more = box }.bytes).metadataNames == names)
    // XMP_ is a box of user data only.
    if box[4..<8].elementsEqual("XMP_".utf8) { return }
    #expect(try walk(TinyMovie { $0.trailer = box }.bytes).metadataNames == names)
    #expect(try walk(TinyMovie { $0.brand += box }.bytes).metadataNames == names)
  }

  @Test("Timed metadata tells by its keys what it measures")
  func timed() throws {
    let key = atom("keyd", Array("mdtacom.apple.quicktime.location.ISO6709".utf8))
    let movie = TinyMovie.track {
      $0.handler = "meta"
      $0.entry = atom("mebx", zeros(8), atom("keys", atom("\0\0\0\u{1}", key)))
    }
    #expect(try walk(movie.bytes).metadataNames == ["location"])
  }

  @Test("What does not read as boxes is passed over, at every cut", arguments: boxes.indices)
  func nonsense(index: Int) throws {
    let box = Self.boxes[index].0
    for cut in 8..<box.count {
      let shorter = bytes32(UInt32(cut)) + box[4..<cut]
      let movie = try walk(TinyMovie { $0.more = shorter }.bytes)
      #expect(movie.metadataNames.count <= Self.boxes[index].1.count)
      var longer = box
      longer[cut] = 0xFF
      #expect(fault(TinyMovie { $0.more = longer }.bytes) == nil)
    }
  }

  @Test("A name is found wherever it lies among pieces of text", arguments: [0, 60, 63, 64, 100])
  func pieces(place: Int) throws {
    let text = Array(repeating: UInt8(ascii: " "), count: 16_384 - place) + Self.xmp
    #expect(try walk(TinyMovie { $0.more = atom("XMP_", text) }.bytes).metadataNames == Self.all)
  }

  @Test("A longer name that lies across two pieces of text is another", arguments: 0...12)
  func longerNameAcrossPieces(place: Int) throws {
    for name in [":MakeUp/>", ":Models/>"] {
      let text = Array(repeating: UInt8(ascii: " "), count: 16_384 - place) + Array(name.utf8)
      #expect(try walk(TinyMovie { $0.more = atom("XMP_", text) }.bytes).metadataNames == [])
    }
  }

  @Test("Longer names are others")
  func longerNames() throws {
    let text = Array("<a:MakeUp/><a:Models/><a:GPSLatitudeRef/>".utf8)
    #expect(try walk(TinyMovie { $0.more = atom("XMP_", text) }.bytes).metadataNames == [])
  }

  @Test("Very many boxes and very long text end the reading, not the walk")
  func bounds() throws {
    let boxes = (0..<5_000).flatMap { _ in atom("free") } + atom("loci", zeros(20))
    #expect(try walk(TinyMovie { $0.more = atom("udta", boxes) }.bytes).metadataNames == [])
    let nested = (0..<5_000).reduce([UInt8]()) { inner, _ in atom("udta", inner) }
    #expect(fault(TinyMovie { $0.more = nested }.bytes) == nil)
    let text = Array(repeating: UInt8(ascii: ":"), count: 3 << 20) + Self.xmp
    #expect(try walk(TinyMovie { $0.more = atom("XMP_", text) }.bytes).metadataNames == [])
  }
}
