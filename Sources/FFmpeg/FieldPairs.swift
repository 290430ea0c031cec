internal import CFFmpeg

/// Tells which packets of H.264 hold the second field of a picture, where fields are a packet each.
///
/// libavcodec gives one picture for both. Most containers put both into one packet, which may begin
/// with a field all the same.
struct FieldPairs {
  private enum Picture {
    /// The last packet was a frame, or both fields of one.
    case whole
    /// It was a first field; nil where it did not say which.
    case first(AVPictureStructure?)
    /// It was a second field.
    case second
  }

  private let units: CodedUnits
  private var last = Picture.whole

  /// - Parameter extradata: the set-up bytes, by which the container's framing is known.
  init(extradata: UnsafeRawBufferPointer) {
    units = unsafe CodedUnits(.h264, extradata: extradata)
  }

  /// Takes the next packet, and tells whether it is a second field.
  ///
  /// - Parameter structure: what the parser says of it. A packet that says nothing, as damaged ones
  ///   do, is the field that its neighbours make of it.
  mutating func add(_ bytes: UnsafeRawBufferPointer, _ structure: AVPictureStructure) -> Bool {
    if structure == AV_PICTURE_STRUCTURE_FRAME || (unsafe beginnings(in: bytes)) > 1 {
      last = .whole
      return false
    }
    let isField =
      structure == AV_PICTURE_STRUCTURE_TOP_FIELD || structure == AV_PICTURE_STRUCTURE_BOTTOM_FIELD
    let own = isField ? structure : nil
    switch last {
    case .first(let before) where own == nil || before == nil || own != before:
      last = .second
      return true
    case .whole where !isField: return false
    default:
      last = .first(own)
      return false
    }
  }

  /// How many pictures or fields begin: slices with macroblock 0, whose Exp-Golomb code is one bit
  /// (ITU-T H.264, 7.3.3).
  private func beginnings(in bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var place = 0
    while let unit = unsafe units.next(in: bytes, from: &place) {
      guard unit + 1 < bytes.count else { break }
      let isSlice = unsafe [1, 2, 5].contains(bytes[unit] & 0x1F)
      if isSlice, unsafe bytes[unit + 1] & 0x80 != 0 { count += 1 }
    }
    return count
  }
}
