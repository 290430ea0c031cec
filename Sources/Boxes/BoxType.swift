/// A four-character code: the type of a box, a brand, a handler or a sample entry.
struct BoxType: Hashable, ExpressibleByStringLiteral {
  let code: UInt32

  init(code: UInt32) {
    self.code = code
  }

  /// A code as it is written in the standard, four ASCII characters.
  @inline(__always)
  init(stringLiteral value: StaticString) {
    // Literals have fixed addresses: the compiler turns each code into a number, so that a `switch`
    // over them compares numbers, which the fuzzer sees through.
    precondition(value.utf8CodeUnitCount == 4)
    let bytes = unsafe value.utf8Start
    code =
      unsafe UInt32(bytes[0]) << 24 | UInt32(bytes[1]) << 16 | UInt32(bytes[2]) << 8
      | UInt32(bytes[3])
  }

  /// The code as text that is safe to print: what is not printable ASCII becomes a question mark.
  var text: String {
    var text = ""
    for shift: UInt32 in [24, 16, 8, 0] {
      let byte = UInt8(truncatingIfNeeded: code >> shift)
      text.unicodeScalars.append(0x20...0x7E ~= byte ? Unicode.Scalar(byte) : "?")
    }
    return text
  }
}

extension BoxType {
  /// Whether it stands at the top level of movies that people have.
  ///
  /// Such a box that is longer than the file says that the file was cut. Anything else after the
  /// index is bytes that somebody appended (camera trailers, zip directories, line ends), which no
  /// player reads.
  var isTopLevel: Bool {
    switch self {
    case "ftyp", "styp", "moov", "moof", "mdat", "free", "skip", "wide", "uuid", "meta", "mfra",
      "sidx", "ssix", "pnot", "PICT", "pdin", "emsg", "prft", "udta":
      true
    default: false
    }
  }

  /// The one parent that a box may have which we read or descend into; nil for the others.
  ///
  /// Demuxers act on these wherever they stand. One that is not at home is either bait for a
  /// recursion or an index that only some readers would see. The path from `moov` to a sample
  /// entry's `sinf` is the longest that this allows: eight levels.
  var home: BoxType? {
    switch self {
    case "mvhd", "trak", "mvex": "moov"
    case "tkhd", "edts", "tref", "mdia": "trak"
    case "elst": "edts"
    case "chap": "tref"
    case "mdhd", "minf": "mdia"
    case "dinf", "stbl": "minf"
    case "dref": "dinf"
    case "stsd", "stts", "ctts", "stss", "stsc", "stsz", "stz2", "stco", "co64": "stbl"
    case "mehd", "trex": "mvex"
    case "traf": "moof"
    case "tfhd", "tfdt", "trun": "traf"
    default: nil
    }
  }

  /// Whether the walk reads its children.
  var isContainer: Bool {
    switch self {
    case "moov", "trak", "edts", "tref", "mdia", "minf", "dinf", "stbl", "mvex", "moof", "traf":
      true
    default: false
    }
  }
}
