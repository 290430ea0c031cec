/// A Huffman book of AAC (ISO/IEC 14496-3, annex 4.A), as far as it takes to pass over its codes.
///
/// In each book the codes of one length follow each other, and the longer ones come after the shorter
/// ones; so the count of each length tells all codes, and what follows a code is listed in their
/// order.
struct AACBook: Sendable {
  /// How many lines of the spectrum a code stands for.
  let dimension: Int
  /// How many codes there are of 1 bit, of 2 bits…
  let counts: [Int]
  /// How many signs and escapes follow each code, in the order of the codes; empty where none do.
  let tails: [Tail]

  struct Tail {
    var signs: Int
    var escapes: Int
  }

  /// - Parameter tails: a character a code: the number of signs, or of escapes too: `a` for one of
  ///   one sign, `b` and `c` for one and two of two signs.
  private init(dimension: Int, counts: [Int], tails: String = "") {
    self.dimension = dimension
    self.counts = counts
    self.tails = tails.map { character in
      switch character {
      case "1": Tail(signs: 1, escapes: 0)
      case "2": Tail(signs: 2, escapes: 0)
      case "3": Tail(signs: 3, escapes: 0)
      case "4": Tail(signs: 4, escapes: 0)
      case "a": Tail(signs: 1, escapes: 1)
      case "b": Tail(signs: 2, escapes: 1)
      case "c": Tail(signs: 2, escapes: 2)
      default: Tail(signs: 0, escapes: 0)
      }
    }
  }

  /// The place of the next code among the codes.
  func symbol(_ reader: inout BitReader) -> Int {
    var code = 0
    var first = 0
    var place = 0
    for count in counts {
      code = code << 1 | reader.bits(1)
      if code - first < count { return place + code - first }
      place += count
      first = (first + count) << 1
    }
    reader.fail()
    return 0
  }

  /// Passes over one code with its signs and escapes.
  func readLines(_ reader: inout BitReader) {
    let symbol = symbol(&reader)
    guard tails.indices.contains(symbol) else { return }
    reader.skip(tails[symbol].signs)
    for _ in 0..<tails[symbol].escapes {
      var width = 4
      while reader.flag() { width += 1 }
      // Greater values than 8,191 there are none.
      reader.fail(if: width > 12)
      reader.skip(width)
    }
  }

  /// The book of a section; nil where that has no lines of its own: zeros, noise, intensity.
  static func spectral(_ number: Int) -> AACBook? {
    books.indices.contains(number - 1) ? books[number - 1] : nil
  }

  static let scalefactors = AACBook(
    dimension: 1, counts: [1, 0, 1, 3, 2, 4, 3, 5, 4, 6, 6, 6, 5, 8, 4, 7, 3, 7, 46])

  static let books = [
    AACBook(
      dimension: 4, counts: [1, 0, 0, 0, 8, 0, 24, 0, 24, 8, 16]),
    AACBook(
      dimension: 4, counts: [0, 0, 1, 1, 7, 24, 15, 19, 14]),
    AACBook(
      dimension: 4, counts: [1, 0, 0, 4, 2, 6, 3, 5, 15, 15, 8, 9, 3, 3, 5, 2],
      tails: "011112222232343311223232331221224334323244332333223243344233333344442233434443233"),
    AACBook(
      dimension: 4, counts: [0, 0, 0, 10, 6, 0, 9, 21, 8, 14, 11, 2],
      tails: "433331202222121144443333333333332222222222221111444444333333333433344422222243333"),
    AACBook(
      dimension: 2, counts: [1, 0, 0, 4, 4, 0, 4, 12, 12, 12, 18, 10, 4]),
    AACBook(
      dimension: 2, counts: [0, 0, 0, 9, 0, 16, 13, 8, 23, 8, 4]),
    AACBook(
      dimension: 2, counts: [1, 0, 2, 1, 0, 4, 5, 10, 14, 15, 8, 4],
      tails: "0112221122211222222221122212122222222211222222222222112222222222"),
    AACBook(
      dimension: 2, counts: [0, 0, 1, 5, 7, 10, 14, 15, 8, 4],
      tails: "2212120112222222221122222222221212222222121222222222221212222112"),
    AACBook(
      dimension: 2, counts: [1, 0, 2, 1, 0, 4, 3, 8, 11, 20, 31, 38, 32, 14, 4],
      tails: "0112221122211222222221122222221212222222212222222212221222212222112222222222222122"
        + "2122222222222222222222122122222221222222222222222122122221222222222222222222222222"
        + "22222"),
    AACBook(
      dimension: 2, counts: [0, 0, 0, 3, 8, 14, 17, 25, 31, 41, 22, 8],
      tails: "2222112222211222202211222222222222121222222222222121222222222222222222122222122222"
        + "2222222222221212222222122222212222222222222222212121222222222222222121222122212222"
        + "22122"),
    AACBook(
      dimension: 2, counts: [0, 0, 0, 2, 6, 7, 16, 59, 55, 95, 43, 6],
      tails: "02c11222222121222222211222222222222222bbbbb2b121b2bbbb22222bb22bbb22b2bbb2b22bb222"
        + "1bb222212bb22b2b2222222b221222222122222222222222122222222222a222222a21222222222222"
        + "2222222222222222221222222222222222222122222222222222222222222222211222222222222222"
        + "2222222222212212122212222211222212212112112"),
  ]
}
