internal import CFFmpeg

/// Tells packets of H.265 (ITU-T H.265, 7.4.2.2) that hold nothing but slices.
///
/// libavcodec's decoder passes over slices that do not decode, and says nothing, unless it is told to
/// take every fault for an error (`AV_EF_EXPLODE`). Then a message beside the pictures (SEI) that it
/// can't read would cost the picture as well, so that this is for slices alone.
struct SliceUnits {
  private let units: CodedUnits

  /// - Parameter extradata: the set-up bytes, by which the container's framing is known.
  init(extradata: UnsafeRawBufferPointer) {
    units = unsafe CodedUnits(.h265, extradata: extradata)
  }

  /// Whether all of a packet's units are slices, or of a type that the decoder does not read.
  func areAlone(in bytes: UnsafeRawBufferPointer) -> Bool {
    var hasSlice = false
    var place = 0
    while let unit = unsafe units.next(in: bytes, from: &place) {
      switch unsafe bytes[unit] >> 1 & 0x3F {
      case 0...31: hasSlice = true
      // Parameter sets and messages.
      case 32...34, 39, 40: return false
      default: break
      }
    }
    return hasSlice
  }
}
