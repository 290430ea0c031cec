internal import Rules

/// Whether a file is as long as its container's outermost header says.
///
/// MP4 and QuickTime are checked to the last sample by their index (Boxes); here are the containers
/// whose first bytes tell the length of the whole, and the zeros that a broken transfer leaves where
/// the rest of a file should be.
struct ContainerEnd {
  let file: InputFile
  let container: Container

  /// More zeros than this at the end of a file are no padding.
  private static let mostPadding: Int64 = 4_096

  /// - Throws: `Refusal` where more than a tenth of the file is zeros at its end: a place was kept for
  ///   media that never came.
  ///
  /// Nothing counts those media in a container without an index of all samples, so that it would pass
  /// for a shorter movie. What an index names is counted when it is decoded.
  func requireContent() throws {
    let chunk: Int64 = 65_536
    var end = file.size
    while end > 0 {
      let start = max(0, end - chunk)
      let bytes = try file.read(at: start, count: Int(end - start))
      if let last = bytes.lastIndex(where: { $0 != 0 }) {
        end = start + Int64(last) + 1
        break
      }
      end = start
    }
    let zeros = file.size - end
    guard zeros > Self.mostPadding,
      Double(zeros) > Double(file.size) * Losses.corruptShare
    else { return }
    throw Refusal(
      .truncated, "The file ends early: its last \(zeros) bytes are zeros, and no media.")
  }

  /// - Throws: `Refusal` where bytes that the header announces are missing.
  func requireWhole() throws {
    let head = try file.read(at: 0, count: min(4096, Int(clamping: file.size)))
    let announced: UInt64?
    switch container {
    case .matroska, .webm: announced = Self.matroskaEnd(head)
    case .avi: announced = Self.riffEnd(head)
    default: announced = nil
    }
    if let announced, announced > UInt64(file.size) {
      let missing = announced - UInt64(file.size)
      throw Refusal(
        .truncated, "The file ends early: \(missing) bytes that its header announces are missing.")
    }
  }

  /// The end of the segment (RFC 9559, 5.1; sizes by RFC 8794, 4); nil where it is left open, as
  /// live recordings do.
  private static func matroskaEnd(_ head: [UInt8]) -> UInt64? {
    var place = 0
    guard let header = element(head, &place), header.id == 0x1A45_DFA3, let length = header.size,
      length < UInt64(head.count)
    else { return nil }
    place += Int(length)
    // Void elements may stand between the header and the segment.
    while let next = element(head, &place) {
      guard let size = next.size else { return nil }
      if next.id == 0x1853_8067 {
        let (end, overflow) = UInt64(place).addingReportingOverflow(size)
        return overflow ? .max : end
      }
      guard size < UInt64(head.count) else { return nil }
      place += Int(size)
    }
    return nil
  }

  /// Reads an element's id and size, and moves `place` to its content; a size of all ones is nil.
  private static func element(_ head: [UInt8], _ place: inout Int) -> (id: UInt64, size: UInt64?)? {
    guard place < head.count else { return nil }
    let idLength = head[place].leadingZeroBitCount + 1
    guard idLength <= 4, place + idLength < head.count else { return nil }
    var id: UInt64 = 0
    for byte in head[place..<place + idLength] { id = id << 8 | UInt64(byte) }
    place += idLength
    let sizeLength = head[place].leadingZeroBitCount + 1
    guard sizeLength <= 8, place + sizeLength <= head.count else { return nil }
    var size = UInt64(head[place]) & (0xFF >> UInt64(sizeLength))
    for byte in head[(place + 1)..<(place + sizeLength)] { size = size << 8 | UInt64(byte) }
    place += sizeLength
    let unknown = (UInt64(1) << (7 * UInt64(sizeLength))) - 1
    return (id, size == unknown ? nil : size)
  }

  /// The end of the first RIFF chunk; writers that stream leave 0 or all ones there.
  private static func riffEnd(_ head: [UInt8]) -> UInt64? {
    guard head.count >= 8 else { return nil }
    var size: UInt64 = 0
    for byte in head[4..<8].reversed() { size = size << 8 | UInt64(byte) }
    return size == 0 || size >= 0xFFFF_FF00 ? nil : size + 8
  }
}
