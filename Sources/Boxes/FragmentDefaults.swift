/// What holds for a fragment's samples that do not say otherwise.
struct FragmentDefaults {
  var duration: UInt64
  var size: UInt64
}
