internal import CFFmpeg

extension Frame {
  /// The brightest light of the movie that the picture is of, in cd/m²; nil where it does not say.
  ///
  /// The brightest pixel (MaxCLL, CTA-861.3) goes before the brightest that the display could show
  /// on which the movie was made (SMPTE ST 2086).
  public var peakLuminance: Double? {
    // Side data belongs to the frame and is read before this returns.
    if let light = unsafe av_frame_get_side_data(pointer, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL),
      let peak = unsafe lightLevelPeak(light.pointee.data, light.pointee.size)
    {
      return peak
    }
    guard
      let display = unsafe av_frame_get_side_data(
        pointer, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)
    else { return nil }
    return unsafe masteringPeak(display.pointee.data, display.pointee.size)
  }
}

/// The brightest pixel, by libavutil's structure of light levels; nil where it is unknown (0).
func lightLevelPeak(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Double? {
  guard let data = unsafe data, size >= MemoryLayout<AVContentLightMetadata>.size else {
    return nil
  }
  // Side data of this type is made as this structure, and may grow at its end.
  let level = unsafe UnsafeRawPointer(data).load(as: AVContentLightMetadata.self)
  return level.MaxCLL > 0 ? Double(level.MaxCLL) : nil
}

/// The display's brightest, by libavutil's structure of mastering displays; nil where unknown.
func masteringPeak(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Double? {
  guard let data = unsafe data, size >= MemoryLayout<AVMasteringDisplayMetadata>.size else {
    return nil
  }
  // As above.
  let display = unsafe UnsafeRawPointer(data).load(as: AVMasteringDisplayMetadata.self)
  let peak = Ratio(display.max_luminance)
  guard display.has_luminance != 0, peak.isPositive else { return nil }
  return Double(peak.numerator) / Double(peak.denominator)
}
