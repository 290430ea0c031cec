import Testing

@testable import Boxes

@Suite("A movie's timescale")
struct MovieTimescaleTests {
  @Test(
    "is the least common multiple of its tracks' while that is small",
    arguments: [
      (90_000, 48_000, 720_000), (600, 44_100, 88_200), (15_360, 44_100, 11_289_600),
      (30, nil, 30), (2_147_483_647, nil, 2_147_483_647), (48_000, 48_000, 48_000),
      (1 << 24, 1, 1 << 24),
    ] as [(UInt32, UInt32?, UInt32)])
  func common(video: UInt32, audio: UInt32?, ticks: UInt32) throws {
    #expect(try MovieTimescale(video: video, audio: audio).ticks == ticks)
  }

  @Test(
    "is else a multiple of the sound's rate with ticks under 12 µs",
    arguments: [
      (1_000_003, 48_000, 96_000), (1_000_003, 44_100, 132_300), (1_000_003, 8_000, 96_000),
      (1_000_003, 96_000, 96_000), (16_777_217, 1, 90_000),
      (2_147_483_647, 2_147_483_646, 2_147_483_646),
    ] as [(UInt32, UInt32, UInt32)])
  func multiple(video: UInt32, audio: UInt32, ticks: UInt32) throws {
    #expect(try MovieTimescale(video: video, audio: audio).ticks == ticks)
  }

  @Test("counts whole ticks exactly and rounds the others up")
  func scaled() throws {
    let movie = try MovieTimescale(video: 1_000_003, audio: 48_000)
    #expect(try movie.scaled(48_000, from: 48_000) == 96_000)
    #expect(try movie.scaled(1_000_003, from: 1_000_003) == 96_000)
    #expect(try movie.scaled(1, from: 1_000_003) == 1)
    #expect(try movie.scaled(1_000_004, from: 1_000_003) == 96_001)
  }

  @Test("counts durations whose product passes 64 bits")
  func largeProduct() throws {
    let movie = try MovieTimescale(video: 90_000, audio: nil)
    #expect(try movie.scaled(1 << 62, from: 180_000) == 1 << 61)
  }

  @Test("refuses durations that pass 64 bits")
  func tooLarge() throws {
    let movie = try MovieTimescale(video: 3, audio: nil)
    #expect(throws: IndexWriterError(.tooLarge)) { try movie.scaled(.max, from: 2) }
    #expect(throws: IndexWriterError(.tooLarge)) { try movie.scaled(.max, from: 1) }
  }

  @Test("refuses a duration that rounding up would push past 64 bits")
  func roundedTooLarge() throws {
    // 2^64 − 1 ticks and three quarters: the quotient fits, the next number does not.
    let movie = try MovieTimescale(video: 7, audio: nil)
    let duration = UInt64.max / 7 * 4 + 1
    let product = duration.multipliedFullWidth(by: 7)
    let (quotient, remainder) = UInt64(4).dividingFullWidth(product)
    try #require(quotient == .max && remainder == 3)
    #expect(throws: IndexWriterError(.tooLarge)) { try movie.scaled(duration, from: 4) }
  }

  @Test(
    "refuses timescales that are zero or negative to players",
    arguments: [
      (0, nil, .video), (1 << 31, nil, .video), (30, 0, .audio), (30, 1 << 31, .audio),
    ] as [(UInt32, UInt32?, WrittenChunk.Track)])
  func refused(video: UInt32, audio: UInt32?, track: WrittenChunk.Track) {
    #expect(throws: IndexWriterError(.timescale, track: track)) {
      try MovieTimescale(video: video, audio: audio)
    }
  }
}
