import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite(.movies) struct ResamplerTests {
  private static let layouts = [
    ("mono", 1), ("stereo", 2), ("2.1", 3), ("3.0", 3), ("quad", 4), ("5.0", 5), ("5.1", 6),
    ("5.1(side)", 6), ("6.1", 7), ("7.1", 8),
  ]

  /// All of a movie's sound as so many channels at this rate.
  private func sound(_ path: String, rate: Int, channels: Int) throws -> [[Float]] {
    var resampler: Resampler?
    var samples = [[Float]](repeating: [], count: channels)
    var demuxer = try Demuxer(OpenFile(path), "matroska")
    try demuxer.decode(stream: 0) { frame in
      if resampler == nil {
        resampler = try Resampler(for: frame, sampleRate: rate, channels: channels)
      }
      #expect(resampler?.takes(frame) == true)
      try resampler?.convert(frame, into: &samples)
    }
    try resampler?.finish(into: &samples)
    return samples
  }

  /// Decibels of full scale of a sine, by its power in the middle, away from both ends.
  private func level(_ samples: [Float]) -> Double {
    let middle = samples[samples.count / 4..<samples.count * 3 / 4]
    let power = middle.reduce(0) { $0 + Double($1) * Double($1) } / Double(middle.count)
    return 10 * log10(2 * power)
  }

  @Test(arguments: layouts, [1, 2])
  func `any layout comes out in one or two channels and clips in none`(
    layout: (name: String, channels: Int), channels: Int
  ) throws {
    let path = try Movies.sound(
      layout.name, channels: layout.channels, rate: 48_000, level: 0.99)
    let samples = try sound(path, rate: 48_000, channels: channels)
    #expect(samples.map(\.count) == Array(repeating: 48_000, count: channels))
    for channel in samples {
      let peak = channel.reduce(0) { max($0, abs($1)) }
      #expect(peak <= 1.001)
      // Channels in phase never cancel each other.
      #expect(level(channel) > -12)
    }
  }

  @Test(
    arguments: [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000],
    [44_100, 48_000])
  func `any rate comes out as loud as it was and as long, to the sample`(
    rate: Int, output: Int
  ) throws {
    let samples = try sound(
      Movies.sound("mono", channels: 1, rate: rate), rate: output, channels: 1)[0]
    #expect(abs(samples.count - output) <= 1)
    #expect(abs(level(samples) + 20) < 0.1)
    // A delay of the filter would move the sine; after a whole number of waves it is at 0 again.
    let place = output / 4
    #expect(abs(samples[place]) < 0.1 * Float(2 * Double.pi * 440 / Double(output)) * 1.05)
  }

  @Test(arguments: [("stereo", 2, 48_000), ("mono", 1, 44_100)])
  func `sound of another rate or layout needs a resampler of its own`(
    layout: String, channels: Int, rate: Int
  ) throws {
    var resampler: Resampler?
    var demuxer = try Demuxer(
      OpenFile(Movies.sound("mono", channels: 1, rate: 48_000)), "matroska")
    try demuxer.decode(stream: 0) { frame in
      if resampler == nil {
        resampler = try Resampler(for: frame, sampleRate: 48_000, channels: 1)
      }
    }
    var other = try Demuxer(
      OpenFile(Movies.sound(layout, channels: channels, rate: rate)), "matroska")
    var answers: Set<Bool?> = []
    try other.decode(stream: 0) { answers.insert(resampler?.takes($0)) }
    #expect(answers == [false])
  }

  @Test(arguments: [9, 10, 12], [1, 2])
  func `channels of no known order are mixed all the same`(count: Int, channels: Int) throws {
    let wave = Array(repeating: "0.5*sin(440*2*PI*t)", count: count).joined(separator: "|")
    let path = try MadeMovie.path(
      ["-f", "lavfi", "-i", "aevalsrc='\(wave)':s=48000:d=0.5", "-c:a", "pcm_s16le"], type: "mkv")
    let samples = try sound(path, rate: 48_000, channels: channels)
    #expect(samples.map(\.count) == Array(repeating: 24_000, count: channels))
    for channel in samples { #expect(abs(level(channel) + 6.02) < 0.1) }
  }

  @Test func `of a sound field the channel that hears all sides is taken`() throws {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i",
        "aevalsrc='0.5*sin(440*2*PI*t)|0.9*sin(990*2*PI*t)|0.1|0.1':c=4.0:s=48000:d=1",
        "-c:a", "libopus", "-mapping_family", "255", "-b:a", "512k",
      ], type: "mkv")
    // The mapping family of the Opus header (RFC 7845, 5.1), which has no check sum in Matroska.
    var bytes = try OpenFile(path).bytes
    let header = try #require(bytes.indices.first { bytes[$0...].starts(with: "OpusHead".utf8) })
    try #require(bytes[header + 18] == 255)
    bytes[header + 18] = 2
    let folder = try ScratchFolder()
    let field = try folder.write(Data(bytes), as: "field.mkv")
    let samples = try sound(field, rate: 48_000, channels: 2)
    #expect(samples.count == 2)
    for channel in samples { #expect(abs(level(channel) + 6.02) < 0.2) }
  }
}
