import Boxes
import Testing

@Suite("Sample sizes")
struct SampleSizeTests {
  /// A movie of one chunk of `count` samples at the end of a file, `length` bytes before its end.
  private func movie(
    sizes: [UInt8], count: UInt32, length: Int, handler: String = "vide",
    entry: [UInt8] = atom("avc1", zeros(78)), description: UInt8 = 0, delta: UInt32 = 1
  ) -> [UInt8] {
    func build(place: Int) -> [UInt8] {
      TinyMovie.track {
        $0.handler = handler
        $0.sizes = [UInt32(length)]
        $0.chunks = [1]
        $0.durations = [[count, delta]]
        $0.replaced["stsd"] = atom("stsd", [description, 0, 0, 0], bytes32(1), entry)
        $0.replaced["stsz"] = sizes
        $0.replaced["stsc"] = tableAtom("stsc", [[1, count, 1]])
        $0.replaced["stco"] = tableAtom("stco", [[UInt32(place)]])
      }.bytes
    }
    return build(place: build(place: 0).count - length)
  }

  /// The whole movie is accepted, one that claims a byte more than there is is not.
  private func expectLength(
    _ length: Int, sourceLocation: SourceLocation = #_sourceLocation,
    of build: (_ length: Int) -> [UInt8]
  ) {
    #expect(fault(build(length)) == nil, sourceLocation: sourceLocation)
    #expect(fault(build(length - 1))?.code == .truncated, sourceLocation: sourceLocation)
  }

  @Test("all samples may have one size")
  func constant() {
    let sizes = atom("stsz", bytes32(0, 7, 5))
    expectLength(35) { movie(sizes: sizes, count: 5, length: $0) }
  }

  @Test(
    "sizes may be compact",
    arguments: [
      (4, [0x12, 0x3F], 6), (4, [0xF1, 0x20], 18), (8, [1, 2, 200], 203),
      (16, [0, 1, 0, 2, 1, 0], 259),
    ] as [(UInt32, [UInt8], Int)])
  func compact(width: UInt32, rows: [UInt8], sum: Int) {
    let sizes = atom("stz2", bytes32(0, width, 3), rows)
    expectLength(sum) { movie(sizes: sizes, count: 3, length: $0) }
  }

  @Test("a width that does not exist is refused", arguments: [0, 3, 32])
  func otherWidth(width: UInt32) {
    let sizes = atom("stz2", bytes32(0, width, 3), zeros(12))
    #expect(fault(movie(sizes: sizes, count: 3, length: 20))?.box == "stz2")
  }

  @Test("compact sizes run on from chunk to chunk")
  func acrossChunks() {
    let movie = TinyMovie.track {
      $0.sizes = [1, 2, 3]
      $0.replaced["stsz"] = atom("stz2", bytes32(0, 4, 3), [0x12, 0x30])
    }
    #expect(fault(movie.bytes) == nil)
    let lying = TinyMovie.track {
      $0.sizes = [1, 2, 3]
      $0.replaced["stsz"] = atom("stz2", bytes32(0, 4, 3), [0x12, 0x40])
    }
    #expect(fault(lying.bytes)?.code == .truncated)
  }

  // What QuickTime counts as samples of one byte is frames, as the sample description has them.

  private static let frames = atom("stsz", bytes32(0, 1, 12))

  /// A sound description of version 0: channels, bits, rate.
  private static func sound(_ type: String, channels: UInt16, bits: UInt16) -> [UInt8] {
    atom(type, zeros(16), bytes16(channels, bits), zeros(8))
  }

  @Test(
    "uncompressed sound takes what its description says",
    arguments: [
      ("sowt", 2, 16, 48), ("twos", 1, 24, 36), ("raw ", 2, 8, 24), ("ulaw", 2, 16, 24),
      ("alaw", 1, 16, 12), ("NONE", 1, 16, 24), ("mp4a", 2, 16, 12), ("sowt", 0, 16, 12),
      ("sowt", 2, 0, 12),
    ] as [(String, UInt16, UInt16, Int)])
  func sound(type: String, channels: UInt16, bits: UInt16, length: Int) {
    let entry = Self.sound(type, channels: channels, bits: bits)
    expectLength(length) {
      movie(sizes: Self.frames, count: 12, length: $0, handler: "soun", entry: entry)
    }
  }

  @Test(
    "old compressed sound takes the packets of its kind",
    arguments: [("ima4", 128, 136), ("MAC3", 12, 8), ("MAC6", 12, 4), ("agsm", 320, 66)]
      as [(String, UInt32, Int)])
  func oldCompression(type: String, frames: UInt32, length: Int) {
    for version in [0, 1] as [UInt16] {
      // Version 1 with nothing in its fields is as good as version 0.
      let fields = bytes16(2, 16) + zeros(24)
      let entry = atom(type, zeros(8), bytes16(version), zeros(6), fields)
      let sizes = atom("stsz", bytes32(0, 1, frames))
      expectLength(length) {
        movie(sizes: sizes, count: frames, length: $0, handler: "soun", entry: entry)
      }
    }
  }

  @Test("compressed sound takes whole packets, as description version 1 says")
  func packets() {
    // 4 frames take 10 bytes: 12 frames are 3 packets.
    let entry = atom("ima4", zeros(8), bytes16(1), zeros(18), bytes32(4, 5, 10, 2))
    expectLength(30) {
      movie(sizes: Self.frames, count: 12, length: $0, handler: "soun", entry: entry)
    }
  }

  @Test("description version 2 has its own fields")
  func longDescription() {
    let entry = atom("lpcm", zeros(8), bytes16(2), zeros(46), bytes32(6, 2))
    expectLength(36) {
      movie(sizes: Self.frames, count: 12, length: $0, handler: "soun", entry: entry)
    }
  }

  @Test(
    "a description that cannot be read leaves one byte a frame",
    arguments: [
      (0, atom("sowt", zeros(16))), (0, atom("fl32", zeros(8), bytes16(1), zeros(18))),
      (0, atom("lpcm", zeros(8), bytes16(2), zeros(18))),
      (0, atom("lpcm", zeros(8), bytes16(3), zeros(80))),
      (0, atom("lpcm", zeros(8), bytes16(2), zeros(54))),
      (1, atom("ima4", zeros(8), bytes16(1), zeros(18), bytes32(4, 5, 10, 2))),
    ] as [(UInt8, [UInt8])])
  func otherDescription(version: UInt8, entry: [UInt8]) {
    expectLength(12) {
      movie(
        sizes: Self.frames, count: 12, length: $0, handler: "soun", entry: entry,
        description: version)
    }
  }

  @Test("a size that is given holds, whatever the description says")
  func givenSize() {
    let entry = Self.sound("sowt", channels: 2, bits: 16)
    let sizes = atom("stsz", bytes32(0, 3, 12))
    expectLength(36) {
      movie(sizes: sizes, count: 12, length: $0, handler: "soun", entry: entry)
    }
  }

  @Test("sound of one-byte samples that last longer than a tick is not counted in frames")
  func longSamples() {
    let entry = Self.sound("sowt", channels: 2, bits: 16)
    expectLength(12) {
      movie(sizes: Self.frames, count: 12, length: $0, handler: "soun", entry: entry, delta: 2)
    }
  }

  @Test("uncompressed sound may have more frames than a track may have samples")
  func manyFrames() throws {
    let count: UInt32 = 3_000_000
    let bytes = movie(
      sizes: atom("stsz", bytes32(0, 1, count)), count: count, length: Int(count), handler: "soun",
      entry: Self.sound("raw ", channels: 1, bits: 8))
    #expect(try walk(bytes).tracks.first?.sampleCount == 3_000_000)
  }
}
