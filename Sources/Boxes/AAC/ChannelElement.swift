/// Reads the channel element of AAC-LC sound to its last bit (ISO/IEC 14496-3, 4.4.2).
///
/// Nothing of it is kept; where it can't be right, the reader is broken afterwards. What decoders of
/// AAC-LC do not take (prediction, gain control) counts as wrong.
struct ChannelElement {
  var reader: BitReader
  private let bands: ScalefactorBands

  init(_ reader: BitReader, rateIndex: Int) {
    self.reader = reader
    bands = ScalefactorBands(rateIndex: rateIndex)
  }

  /// `single_channel_element` behind its first three bits.
  mutating func readSingle() {
    reader.skip(4)
    readStream(nil)
  }

  /// `channel_pair_element` behind its first three bits.
  mutating func readPair() {
    reader.skip(4)
    var common: AACWindow?
    if reader.flag() {
      let window = readWindow()
      let mask = reader.bits(2)
      reader.fail(if: mask == 3)
      if mask == 1 { reader.skip(window.groups.count * window.bandCount) }
      common = window
    }
    readStream(common)
    if !reader.isBroken { readStream(common) }
  }

  /// `ics_info`, 4.4.2.1.
  private mutating func readWindow() -> AACWindow {
    // ics_reserved_bit
    reader.fail(if: reader.flag())
    let isShort = reader.bits(2) == 2
    reader.skip(1)
    let count = reader.bits(isShort ? 4 : 6)
    var groups = [1]
    if isShort {
      for _ in 0..<7 {
        if reader.flag() { groups[groups.count - 1] += 1 } else { groups.append(1) }
      }
    } else {
      // predictor_data_present
      reader.fail(if: reader.flag())
    }
    let offsets = isShort ? bands.short : bands.long
    reader.fail(if: count >= offsets.count)
    return AACWindow(
      isShort: isShort, bandCount: min(count, offsets.count - 1), groups: groups, offsets: offsets)
  }

  /// `individual_channel_stream`; with a window of its own where none is shared.
  private mutating func readStream(_ common: AACWindow?) {
    reader.skip(8)
    let window = common ?? readWindow()
    let sections = readSections(window)
    readScalefactors(sections)
    if reader.flag() { readPulses(window) }
    if reader.flag() { readNoiseShaping(window) }
    // gain_control_data_present
    reader.fail(if: reader.flag())
    for section in sections where !reader.isBroken { readSpectrum(section, window) }
  }

  /// A run of bands of one group that share a book.
  private struct Section {
    var group: Int
    var book: Int
    var bands: Range<Int>
  }

  /// `section_data`. Empty sections, which only take room, count as wrong.
  private mutating func readSections(_ window: AACWindow) -> [Section] {
    var sections: [Section] = []
    let width = window.isShort ? 3 : 5
    for group in window.groups.indices {
      var band = 0
      while band < window.bandCount, !reader.isBroken {
        let book = reader.bits(4)
        var length = 0
        var part = 0
        repeat {
          part = reader.bits(width)
          length += part
        } while part == 1 << width - 1 && !reader.isBroken
        reader.fail(if: length == 0 || band + length > window.bandCount || book == 12)
        if reader.isBroken { return [] }
        sections.append(Section(group: group, book: book, bands: band..<band + length))
        band += length
      }
    }
    return sections
  }

  /// `scale_factor_data`: one number a band that is coded, the first one of noise uncompressed.
  private mutating func readScalefactors(_ sections: [Section]) {
    var hasNoise = false
    for section in sections where section.book != 0 {
      for _ in section.bands {
        if section.book == 13, !hasNoise {
          hasNoise = true
          reader.skip(9)
        } else {
          _ = AACBook.scalefactors.symbol(&reader)
        }
      }
    }
  }

  /// `pulse_data`, for long windows only.
  private mutating func readPulses(_ window: AACWindow) {
    let count = reader.bits(2) + 1
    reader.fail(if: window.isShort || reader.bits(6) >= window.offsets.count - 1)
    reader.skip(9 * count)
  }

  /// `tns_data`, with the orders that AAC-LC allows.
  private mutating func readNoiseShaping(_ window: AACWindow) {
    let isShort = window.isShort
    for _ in 0..<(isShort ? 8 : 1) {
      let filters = reader.bits(isShort ? 1 : 2)
      guard filters > 0 else { continue }
      let resolution = reader.bits(1)
      for _ in 0..<filters {
        reader.skip(isShort ? 4 : 6)
        let order = reader.bits(isShort ? 3 : 5)
        reader.fail(if: order > (isShort ? 7 : 12))
        guard order > 0, !reader.isBroken else { continue }
        reader.skip(1)
        reader.skip((3 + resolution - reader.bits(1)) * order)
      }
    }
  }

  /// `spectral_data` of one section.
  private mutating func readSpectrum(_ section: Section, _ window: AACWindow) {
    guard let book = AACBook.spectral(section.book) else { return }
    let lines = window.offsets[section.bands.upperBound] - window.offsets[section.bands.lowerBound]
    for _ in 0..<lines * window.groups[section.group] / book.dimension where !reader.isBroken {
      book.readLines(&reader)
    }
  }
}
