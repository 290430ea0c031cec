/// The scaling lists of parameter sets (ISO/IEC 14496-10, 7.3.2.1.1.1).
enum ScalingLists {
  /// Passes over as many lists: six of 16 numbers, then some of 64, each of which may be absent.
  static func read(_ reader: inout BitReader, count: Int) {
    for index in 0..<count where reader.flag() {
      var last = 8
      var next = 8
      for _ in 0..<(index < 6 ? 16 : 64) where next != 0 {
        next = (last + reader.signedExponentialGolomb() + 256) % 256
        if next != 0 { last = next }
        if reader.isBroken { return }
      }
    }
  }
}
