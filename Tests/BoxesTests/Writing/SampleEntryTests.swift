import Testing

@testable import Boxes

@Suite("A sample entry")
struct SampleEntryTests {
  private func entry(_ video: WrittenVideoTrack) throws -> [UInt8] {
    var builder = BoxBuilder()
    try video.appendSampleEntry(to: &builder)
    return builder.bytes
  }

  private func entry(_ audio: WrittenAudioTrack) throws -> [UInt8] {
    var builder = BoxBuilder()
    try audio.appendSampleEntry(to: &builder)
    return builder.bytes
  }

  @Test("of pictures is avc1 with its configuration and BT.709, and names no compressor")
  func video() throws {
    let expected: [UInt8] =
      [0, 0, 0, 86 + 11 + 19] + Array("avc1".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
      + [UInt8](repeating: 0, count: 16) + [0x02, 0x80, 0x01, 0x68]
      + [0, 72, 0, 0, 0, 72, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 32)
      + [0, 24, 0xFF, 0xFF]
      + [0, 0, 0, 11] + Array("avcC".utf8) + [1, 2, 3]
      + [0, 0, 0, 19] + Array("colrnclx".utf8) + [0, 1, 0, 1, 0, 1, 0]
    #expect(try entry(WrittenVideoTrack.plain()) == expected)
  }

  @Test("of sound is mp4a with the descriptors of AAC")
  func audio() throws {
    let expected: [UInt8] =
      [0, 0, 0, 36 + 51] + Array("mp4a".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
      + [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 16, 0, 0, 0, 0, 0xBB, 0x80, 0, 0]
      + [0, 0, 0, 51] + Array("esds".utf8) + [0, 0, 0, 0]
      + [3, 0x80, 0x80, 0x80, 34, 0, 0, 0]
      + [4, 0x80, 0x80, 0x80, 20, 0x40, 0x15, 0, 6, 0, 0, 1, 0x77, 0, 0, 1, 0x77, 0]
      + [5, 0x80, 0x80, 0x80, 2, 0x11, 0x90]
      + [6, 0x80, 0x80, 0x80, 1, 2]
    #expect(try entry(WrittenAudioTrack.plain()) == expected)
  }

  @Test("of sound leaves a rate that its field cannot hold to the configuration")
  func highRate() throws {
    var audio = WrittenAudioTrack.plain()
    audio.sampleRate = 65_535
    #expect(try entry(audio)[32..<36] == [0xFF, 0xFF, 0, 0])
    audio.sampleRate = 65_536
    #expect(try entry(audio)[32..<36] == [0, 0, 0, 0])
  }

  @Test("of sound gives long configurations long lengths")
  func longConfiguration() throws {
    var audio = WrittenAudioTrack.plain()
    audio.audioSpecificConfig = .init(repeating: 7, count: 200)
    let entry = try entry(audio)
    #expect(entry[48..<53] == [3, 0x80, 0x80, 0x81, 232 - 128])
    #expect(entry[74..<79] == [5, 0x80, 0x80, 0x81, 200 - 128])
    #expect(entry.suffix(6) == [6, 0x80, 0x80, 0x80, 1, 2])
  }

  @Test("of sound announces a buffer that its greatest packet fits into")
  func buffer() throws {
    var audio = WrittenAudioTrack.plain()
    audio.samples[2].size = 0x012345
    #expect(try entry(audio)[63..<66] == [0x01, 0x23, 0x45])
    audio.samples[2].size = .max
    #expect(try entry(audio)[63..<66] == [0xFF, 0xFF, 0xFF])
  }

  @Test(
    "of sound announces the bits of its busiest second",
    arguments: [
      // Of ticks a tenth of a second long: ten of them are a second, and the greatest ten count.
      ([10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10], 800),
      ([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9], 144),
      ([50], 400), ([UInt32.max, .max], UInt32.max),
    ] as [([UInt32], UInt32)])
  func busiestSecond(sizes: [UInt32], bits: UInt32) {
    var audio = WrittenAudioTrack.plain()
    audio.sampleRate = 10
    audio.samples = sizes.map { WrittenSample(size: $0, duration: 1) }
    #expect(audio.busiestSecond() == bits)
  }

  @Test("of pictures is refused without a configuration")
  func noVideoConfiguration() {
    var video = WrittenVideoTrack.plain()
    video.avcConfiguration = []
    #expect(throws: IndexWriterError(.configuration, track: .video)) { try entry(video) }
  }

  @Test(
    "of sound is refused without a configuration, or with an endless one", arguments: [0, 65_536])
  func badAudioConfiguration(count: Int) {
    var audio = WrittenAudioTrack.plain()
    audio.audioSpecificConfig = .init(repeating: 1, count: count)
    #expect(throws: IndexWriterError(.configuration, track: .audio)) { try entry(audio) }
  }

  @Test("of sound is refused for no channel or too many", arguments: [-1, 0, 65_536])
  func badChannels(count: Int) {
    var audio = WrittenAudioTrack.plain()
    audio.channels = count
    #expect(throws: IndexWriterError(.channels, track: .audio)) { try entry(audio) }
  }
}
