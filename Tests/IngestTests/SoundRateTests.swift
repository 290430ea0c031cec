import FFmpeg
import Ingest
import Rules
import TestSupport
import Testing

@testable import Ingest

/// Sound whose rate changes on the way.
@Suite(.movies) struct SoundRateTests {
  private static let headers: [(codec: String, head: [UInt8], rate: Int, samples: Int)] = [
    ("aac", [0xFF, 0xF1, 0x4C, 0x80, 0x01, 0x3F, 0xFC], 48_000, 1024),
    ("aac", [0xFF, 0xF9, 0x58, 0x80, 0x01, 0x3F, 0xFE], 24_000, 3072),
    ("mp2", [0xFF, 0xFD, 0xA4, 0x04, 0, 0, 0], 48_000, 1152),
    ("mp2", [0xFF, 0xF5, 0xA0, 0x04, 0, 0, 0], 22_050, 1152),
    ("mp3", [0xFF, 0xFB, 0x90, 0x64, 0, 0, 0], 44_100, 1152),
    ("mp3", [0xFF, 0xF3, 0x94, 0x64, 0, 0, 0], 24_000, 576),
    ("mp3", [0xFF, 0xE3, 0x98, 0x64, 0, 0, 0], 8_000, 576),
    ("ac3", [0x0B, 0x77, 0, 0, 0x94, 0x40, 0], 32_000, 1536),
    ("eac3", [0x0B, 0x77, 0x02, 0xFF, 0x34, 0x87, 0], 48_000, 1536),
    ("eac3", [0x0B, 0x77, 0x02, 0xFF, 0x70, 0x87, 0], 44_100, 1536),
    ("eac3", [0x0B, 0x77, 0x02, 0xFF, 0xE0, 0x87, 0], 16_000, 1536),
    ("eac3", [0x0B, 0x77, 0, 0, 0x94, 0x40, 0], 32_000, 1536),
  ]

  @Test(arguments: headers.indices)
  func `a packet's header tells its rate and samples`(index: Int) throws {
    let (codec, head, rate, samples) = Self.headers[index]
    let header = try #require(SoundHeader(head, codec: codec, isBare: true))
    #expect(header.sampleRate == rate)
    #expect(header.samples == samples)
  }

  @Test func `what is no header tells nothing`() {
    for (codec, head, _, _) in Self.headers {
      #expect(SoundHeader(Array(head.dropLast(3)), codec: codec, isBare: true) == nil)
      #expect(SoundHeader([0] + head, codec: codec, isBare: true) == nil)
      #expect(SoundHeader(head, codec: "pcm_s16le", isBare: true) == nil)
    }
    #expect(SoundHeader(Self.headers[0].head, codec: "aac", isBare: false) == nil)
    // Rates that are reserved.
    #expect(SoundHeader([0xFF, 0xF1, 0x74, 0, 0, 0, 0], codec: "aac", isBare: true) == nil)
    #expect(SoundHeader([0xFF, 0xFB, 0x9C, 0, 0, 0, 0], codec: "mp3", isBare: true) == nil)
    #expect(SoundHeader([0x0B, 0x77, 0, 0, 0xC0, 0x40, 0], codec: "ac3", isBare: true) == nil)
    #expect(SoundHeader([0x0B, 0x77, 0, 0, 0xF0, 0x87, 0], codec: "eac3", isBare: true) == nil)
    // One block of six, of which several may lie in a packet.
    #expect(SoundHeader([0x0B, 0x77, 2, 0xFF, 0x44, 0x87, 0], codec: "eac3", isBare: true) == nil)
    // What goes with another stream's sound lasts no time of its own.
    #expect(SoundHeader([0x0B, 0x77, 0x42, 0, 0x34, 0x87, 0], codec: "eac3", isBare: true) == nil)
  }

  /// A second: half of it black and silent, half of it white and a tone.
  private func part(_ codec: String, rate: Int, offset: Int) throws -> [UInt8] {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "color=black:s=64x48:r=25:d=1", "-f", "lavfi", "-i",
        "aevalsrc='if(gte(t,0.5),0.5*sin(6000*t),0)':s=48000:d=1", "-vf",
        "geq=lum='if(gte(T,0.5),235,16)':cb=128:cr=128,format=yuv420p", "-c:v", "libx264", "-bf",
        "0", "-c:a", codec, "-ar", "\(rate)", "-output_ts_offset", "\(offset)",
      ], type: "ts")
    return try OpenFile(path).bytes
  }

  @Test(arguments: [
    ("aac", [24_000, 48_000, 48_000, 48_000]), ("aac", [48_000, 24_000, 24_000, 24_000]),
    ("aac", [48_000, 44_100, 48_000]), ("mp2", [24_000, 48_000, 48_000]),
    ("ac3", [48_000, 32_000, 44_100]), ("eac3", [48_000, 32_000, 44_100]),
  ])
  func `it is counted by each packet's rate and stays with its pictures`(
    codec: String, rates: [Int]
  ) throws {
    let parts = try rates.enumerated().map { try part(codec, rate: $1, offset: $0) }
    let run = try Run(OpenFile(holding: parts.flatMap { $0 }))
    #expect(run.report.accepted, "\(run.codes)")
    let duration = try #require(run.report.facts?.duration)
    let seconds = Double(rates.count)
    for clock in [duration.presented, duration.audioClock] {
      let length = try #require(clock) / .seconds(1)
      // A packet's worth of priming or padding a part.
      #expect((seconds...seconds + 0.08 * seconds).contains(length))
    }
    let played = try Played(run.movie)
    let sound = try #require(played.sound.first)
    let white = zip(played.times, played.lumas).filter { $0.1 > 128 }
      .map { $0.0 / .seconds(1) }
    for number in rates.indices {
      // The first white picture of the part, and where its tone begins.
      let flash = try #require(white.first { $0 > Double(number) + 0.25 })
      let quiet = Int((flash - 0.2) * Double(played.sampleRate))
      let place = try #require(sound[quiet...].firstIndex { abs($0) > 0.2 })
      #expect(abs(Double(place) / Double(played.sampleRate) - flash) < 0.05)
    }
  }
}
