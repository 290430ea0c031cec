extension AVCConfiguration {
  /// Reads a record, as a file or a demuxer's extradata has it.
  ///
  /// What follows the picture parameter sets is read where it is whole and left where it is not:
  /// old files of High profile end before it.
  public init(record bytes: [UInt8]) throws(H264Error) {
    guard bytes.count >= 6 else { throw H264Error(.truncated) }
    guard bytes[0] == 1 else { throw H264Error(.version) }
    let lengthSize = Int(bytes[4] & 3) + 1
    var rest = bytes[5...]
    let sequence = try Self.sets(&rest, mask: 0x1F)
    let picture = try Self.sets(&rest, mask: 0xFF)
    var extensions: [[UInt8]] = []
    if Self.hasFormat(profile: bytes[1]), rest.count >= 4 {
      var tail = rest.dropFirst(3)
      let found = try? Self.sets(&tail, mask: 0xFF)
      extensions = found ?? []
    }
    try self.init(
      sequenceParameterSets: sequence, pictureParameterSets: picture,
      parameterSetExtensions: extensions, lengthSize: lengthSize)
  }

  /// The record for samples as ``AccessUnit`` makes them: with lengths of 4 bytes, whatever
  /// ``lengthSize`` was.
  ///
  /// High profiles get the pixel format behind the parameter sets, read from the first of them.
  public func record() throws(H264Error) -> [UInt8] {
    var bytes: [UInt8] = [1, profile, compatibility, level, 0xFC | 3]
    bytes.append(0xE0 | UInt8(sequenceParameterSets.count))
    Self.append(sequenceParameterSets, to: &bytes)
    bytes.append(UInt8(pictureParameterSets.count))
    Self.append(pictureParameterSets, to: &bytes)
    if Self.hasFormat(profile: profile) {
      let format = try PixelFormat(sequenceParameterSet: sequenceParameterSets[0])
      bytes.append(0xFC | format.chroma)
      bytes.append(0xF8 | (format.lumaBits - 8))
      bytes.append(0xF8 | (format.chromaBits - 8))
      bytes.append(UInt8(parameterSetExtensions.count))
      Self.append(parameterSetExtensions, to: &bytes)
    }
    return bytes
  }

  /// Baseline, Main and Extended are always 4:2:0 in 8 bits, and their records end early.
  private static func hasFormat(profile: UInt8) -> Bool { ![66, 77, 88].contains(profile) }

  /// Takes a count and as many units after 16-bit lengths.
  private static func sets(
    _ rest: inout ArraySlice<UInt8>, mask: UInt8
  ) throws(H264Error) -> [[UInt8]] {
    guard let count = rest.popFirst() else { throw H264Error(.truncated) }
    var sets: [[UInt8]] = []
    for _ in 0..<(count & mask) {
      guard let high = rest.popFirst(), let low = rest.popFirst() else {
        throw H264Error(.truncated)
      }
      let length = Int(high) << 8 | Int(low)
      guard length <= rest.count else { throw H264Error(.truncated) }
      sets.append(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return sets
  }

  private static func append(_ sets: [[UInt8]], to bytes: inout [UInt8]) {
    for unit in sets {
      bytes.append(UInt8(truncatingIfNeeded: unit.count >> 8))
      bytes.append(UInt8(truncatingIfNeeded: unit.count))
      bytes += unit
    }
  }
}
