import Boxes
import Testing

@Suite("The set-up of AAC")
struct AudioSpecificConfigTests {
  @Test("is read and put together anew, without what follows it")
  func read() throws {
    for tail in [[], [0x43, 0x41], [0x56, 0xE5, 0x00], [0x56, 0xE5, 0x00, 0x43, 0x41]] as [[UInt8]]
    {
      let configuration = try #require(AudioSpecificConfig([0x11, 0x90] + tail))
      #expect(configuration.sampleRate == 48_000)
      #expect(configuration.channels == 2)
      #expect(configuration.bytes == [0x11, 0x90, 0x56, 0xE5, 0x00])
    }
  }

  @Test(
    "of other sound is none",
    arguments: [
      [], [0x11], [0x09, 0x90],  // broken off, Main
      [0x2B, 0x11, 0x88, 0x00],  // replication
      [0x17, 0x80, 0, 0, 0],  // a rate of its own
      [0x16, 0x90],  // a rate that is none: 13
      [0x11, 0x80], [0x11, 0x98],  // channels of its own, and three
      [0x11, 0x94], [0x11, 0x92], [0x11, 0x91],  // 960 samples, a core coder, an extension
      [0x11, 0x90, 0x56, 0xE5, 0x80],  // replication behind it
      [0x11, 0x90, 0x56, 0xF6, 0x00],  // another extension
    ] as [[UInt8]])
  func others(bytes: [UInt8]) {
    #expect(AudioSpecificConfig(bytes) == nil)
  }
}
