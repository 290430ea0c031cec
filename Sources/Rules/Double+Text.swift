extension Double {
  /// The value to one decimal with its unit, as a column of results shows frame rates: "30.0 fps".
  package var frameRateText: String {
    // Int64(…) traps on what it can't hold; such a rate is refused elsewhere, and printed as it is.
    guard isFinite, magnitude < 1e15 else { return "\(self) fps" }
    let tenths = Int64((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) fps"
  }

  /// The value unrounded and without a needless ".0", as "240", "242.5" or "29.97".
  package var shortText: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
