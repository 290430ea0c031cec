internal import Foundation
internal import TestSupport
internal import Testing

/// What can be hidden in coded pictures and sound, and must not come along.
@Suite(.readers) struct CopiedBytesTests {
  private static let secret = "CANARYxyzzy"
  private static let text = [UInt8](secret.utf8)

  private func digests(_ path: String, _ kind: String) throws -> [Substring] {
    let outcome = try Tool.ffmpeg.run(
      [
        "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-map", "0:\(kind):0", "-f",
        "framemd5", "-",
      ])
    try #require(outcome.ending == .exit(0))
    return outcome.output.split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
  }

  /// Processes what was made of `plain`, and expects that nothing of the secret comes out, and that
  /// what is said to be copied is played as `plain` is.
  private func expect(_ action: String, _ source: CopySource, of plain: CopySource) throws {
    let (folder, plainFolder) = (try ScratchFolder(), try ScratchFolder())
    let path = try source.write(into: folder)
    let plain = try plain.write(into: plainFolder)
    #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data(Self.text)) != nil)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["plan"]["action"].string == action, "\(processed.report["plan"])")
    if action != "encode" { #expect(try digests(processed.movie, "v") == digests(plain, "v")) }
    if action == "copy" { #expect(try digests(processed.movie, "a") == digests(plain, "a")) }
    let check = try OutputCheck(processed, sourceFrames: 50, secrets: [Self.secret])
    #expect(check.problems == [])
  }

  // MARK: - Pictures

  private static func unit(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt32(bytes.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + bytes
  }

  @Test(arguments: [0, 1, 2, 5, 6, 19, 45, 47, 137, 144, 200])
  func `Supplemental messages of all kinds stay behind`(type: UInt8) throws {
    let plain = try CopySource()
    var source = plain
    let message = [6, type, UInt8(Self.text.count)] + Self.text + [0x80]
    for index in source.pictures.samples.indices {
      source.pictures.samples[index].bytes.insert(contentsOf: Self.unit(message), at: 0)
    }
    try expect("copy", source, of: plain)
  }

  @Test(arguments: [0, 9, 10, 11, 12, 14, 15, 16, 19, 20, 24, 30])
  func `Units that are not slices stay behind`(type: UInt8) throws {
    let plain = try CopySource()
    var source = plain
    source.pictures.samples[49].bytes += Self.unit([type] + Self.text)
    try expect("copy", source, of: plain)
  }

  @Test func `A configuration holds nothing but what its pictures use`() throws {
    let plain = try CopySource()
    let record = plain.avcConfiguration
    // One sequence and one picture parameter set, each after two bytes of length, here below 256.
    let sequenceEnd = 8 + Int(record[7])
    let pictureEnd = sequenceEnd + 3 + Int(record[sequenceEnd + 2])
    let length = UInt8(Self.text.count)
    // Set 1 of each kind: its number is 010 in bits.
    let sequence = [0x67, 100, 0, 31, 0b0100_0000] + Self.text
    let picture = [0x68, 0b0101_0000] + Self.text
    let extended: [UInt8] = [0xFD, 0xF8, 0xF8, 1, 0, length + 1, 0x6D]
    var twoSequences = record
    twoSequences[5] = 0xE2
    twoSequences.insert(contentsOf: [0, length + 5] + sequence, at: sequenceEnd)
    var twoPictures = record
    twoPictures.insert(contentsOf: [0, length + 2] + picture, at: pictureEnd)
    twoPictures[sequenceEnd] = 2
    let records = [
      record + Self.text, record.prefix(pictureEnd) + extended + Self.text, twoSequences,
      twoPictures,
    ]
    for record in records {
      var source = plain
      try source.setUpPictures(record)
      try expect("copy", source, of: plain)
    }
  }

  @Test func `Pictures whose parameter sets have text behind their fields are encoded`() throws {
    let plain = try CopySource()
    var record = plain.avcConfiguration
    let sequenceEnd = 8 + Int(record[7])
    record.insert(contentsOf: Self.text, at: sequenceEnd)
    record[7] += UInt8(Self.text.count)
    var source = plain
    try source.setUpPictures(record)
    try expect("encode", source, of: plain)
  }

  // MARK: - Sound

  private static func bits(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 2)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func bytes(_ bits: String) -> [UInt8] {
    let whole = bits + String(repeating: "0", count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: whole.count, by: 8).map { start in
      UInt8(whole.dropFirst(start).prefix(8), radix: 2) ?? 0
    }
  }

  /// Bits of an element that holds the secret: of a fill element, or of a data stream element. Empty
  /// fill elements in front have the text begin with a byte.
  private static let elements = [
    String(repeating: "1100000", count: 7) + "1101011" + bits(text),
    "100" + "0000" + "0" + "00001011" + bits(text),
  ]

  @Test(arguments: elements.indices)
  func `Text in front of sound and behind it stays behind`(kind: Int) throws {
    let plain = try CopySource()
    var source = plain
    let element = Self.elements[kind]
    for index in source.sound.samples.indices {
      var frame = Self.bits(source.sound.samples[index].bytes)
      if index % 2 == 0 {
        frame = element + frame
      } else {
        // The end is three ones and padding.
        let end = frame.lastIndex(of: "1") ?? frame.startIndex
        frame = frame[...end].dropLast(3) + element + "111"
      }
      source.sound.samples[index].bytes = Self.bytes(frame)
    }
    try expect("copy", source, of: plain)
  }

  @Test func `Bytes behind a frame's end stay behind`() throws {
    let plain = try CopySource()
    var source = plain
    for index in source.sound.samples.indices { source.sound.samples[index].bytes += Self.text }
    try expect("copy", source, of: plain)
  }

  @Test func `Sound with a programme's comment is encoded`() throws {
    let plain = try CopySource()
    var source = plain
    let fields = "101 0000 01 0011 0001 0000 0000 00 000 0000 0 0 0 0 0000".filter { $0 != " " }
    let aligned = fields + String(repeating: "0", count: (8 - fields.count % 8) % 8)
    let comment = aligned + "00001011" + Self.bits(Self.text)
    for index in source.sound.samples.indices {
      let frame = Self.bits(source.sound.samples[index].bytes)
      source.sound.samples[index].bytes = Self.bytes(comment + frame)
    }
    try expect("remux", source, of: plain)
  }

  @Test func `Text behind the sound's set-up stays behind`() throws {
    let plain = try CopySource()
    var source = plain
    try source.setUpSound(Array(source.audioSpecificConfig.prefix(2)) + Self.text)
    try expect("copy", source, of: plain)
  }
}
