/// The bytes that keep start codes from appearing inside NAL units (ISO/IEC 14496-10, 7.4.1.1).
enum EmulationPrevention {
  /// A unit's bytes as its syntax means them: the 3 after two zeros is gone.
  static func removed(from bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }

  /// The bytes as they may stand in a unit: a 3 goes between two zeros and a byte up to 3.
  static func added(to bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        result.append(3)
        zeros = 0
      }
      result.append(byte)
      zeros = byte == 0 ? zeros + 1 : 0
    }
    return result
  }
}
