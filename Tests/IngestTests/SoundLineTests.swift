import FFmpeg
import Foundation
import Rules
import TestSupport
import Testing

@testable import Ingest

/// Where sound lies in the output, to the sample.
@Suite(.movies) struct SoundLineTests {
  /// A sweep that is like itself at no other place, `time` seconds after its start.
  private static func burst(_ time: Double) -> Float {
    guard (0..<0.2).contains(time) else { return 0 }
    let window = sin(Double.pi * time / 0.2)
    return Float(0.5 * window * sin(2 * Double.pi * (300 + 6000 * time) * time))
  }

  /// Decoded frames of PCM that holds these samples in every channel, lent one after another.
  private static func frames(
    of samples: [Float], rate: Int, channels: Int = 1, _ body: (borrowing Frame) throws -> Void
  ) throws {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
    let data = samples.flatMap { sample in
      Array(repeating: number(Int(sample * 32_767), 2), count: channels).joined()
    }
    let wave =
      Array("RIFF".utf8) + number(36 + data.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4)
      + number(1, 2) + number(channels, 2) + number(rate, 4) + number(rate * channels * 2, 4)
      + number(channels * 2, 2) + number(16, 2) + Array("data".utf8) + number(data.count, 4) + data
    let file = try OpenFile(holding: wave)
    var demuxer = try Demuxer(descriptor: file.descriptor, size: file.size, format: "wav")
    var decoder = try Decoder(demuxer, stream: 0, maxPixels: 1)
    let packet = try Packet()
    let frame = try Frame()
    // How much sound the demuxer puts into a packet is another thing in each release.
    let size = 4_096 / (2 * channels) * (2 * channels)
    while try demuxer.read(into: packet) {
      let bytes = packet.bytes
      for start in stride(from: 0, to: bytes.count, by: size) {
        try packet.replace(bytes: Array(bytes[start..<min(start + size, bytes.count)]))
        _ = try decoder.send(packet)
        while try decoder.receive(into: frame) == .frame { try body(frame) }
      }
    }
    withExtendedLifetime(file) {}
  }

  /// Sends bursts that start at these times through a line that keeps the first second.
  private func coded(
    _ starts: [Double], rate: Int, channels: Int = 1, length: Double = 0.2
  ) throws -> SoundLine.Coded? {
    var line = SoundLine(bitRate: 128_000, kept: .seconds(10)..<(.seconds(11)))
    let samples = (0..<Int(length * Double(rate))).map { Self.burst(Double($0) / Double(rate)) }
    for start in starts {
      var place: Int64 = 0
      try Self.frames(of: samples, rate: rate, channels: channels) { frame in
        let time = Duration.seconds(10 + start) + Ratio(1, Int32(rate)).duration(place)
        try line.add(frame, at: time)
        place += Int64(frame.sampleCount)
      }
    }
    return try line.finish()
  }

  /// By how many samples a burst lies later than at `start`, by the best correlation of all within
  /// 5 ms.
  private func shift(_ sound: [Float], rate: Int, start: Double) -> Int? {
    func likeness(_ shift: Int) -> Double {
      var sum = 0.0
      let first = max(0, Int(start * Double(rate)))
      for index in first..<min(sound.count, Int((start + 0.2) * Double(rate))) {
        let place = index + shift
        guard sound.indices.contains(place) else { continue }
        sum += Double(sound[place]) * Double(Self.burst(Double(index) / Double(rate) - start))
      }
      return sum
    }
    let range = -(rate / 200)...(rate / 200)
    return range.max { likeness($0) < likeness($1) }.flatMap { likeness($0) > 1 ? $0 : nil }
  }

  private static let kinds = [
    (44_100, 1), (48_000, 1), (22_050, 1), (8_000, 1), (48_000, 2), (48_000, 6), (96_000, 2),
  ]

  @Test(arguments: kinds, [-0.1, 0, 0.25, 0.7])
  func `sound lies where it was, to the sample, whatever its rate and channels`(
    kind: (rate: Int, channels: Int), start: Double
  ) throws {
    let coded = try #require(try coded([start], rate: kind.rate, channels: kind.channels))
    #expect(coded.sampleRate == (kind.rate % 11_025 == 0 ? 44_100 : 48_000))
    #expect(coded.channels == min(2, kind.channels))
    let heard = try coded.heard()
    #expect(heard.count == coded.channels)
    for channel in heard {
      #expect(shift(channel, rate: coded.sampleRate, start: start) == 0)
    }
    let end = Int64(((start + 0.2) * Double(coded.sampleRate)).rounded())
    #expect(abs(coded.presented - end) <= 1)
  }

  @Test(arguments: [44_100, 48_000])
  func `a gap between pieces is silence, and each piece lies where it was`(rate: Int) throws {
    let coded = try #require(try coded([0.05, 0.6], rate: rate))
    let heard = try coded.heard()[0]
    #expect(shift(heard, rate: rate, start: 0.05) == 0)
    #expect(shift(heard, rate: rate, start: 0.6) == 0)
    let gap = heard[Int(0.32 * Double(rate))..<Int(0.52 * Double(rate))]
    #expect(gap.allSatisfy { abs($0) < 0.01 })
    #expect(coded.presented == Int64((0.8 * Double(rate)).rounded()))
  }

  @Test func `what overlaps is heard once, and nothing after it moves`() throws {
    let coded = try #require(try coded([0.1, 0.2, 0.6], rate: 48_000))
    let heard = try coded.heard()[0]
    #expect(shift(heard, rate: 48_000, start: 0.1) == 0)
    #expect(shift(heard, rate: 48_000, start: 0.6) == 0)
    #expect(coded.presented == 38_400)
  }

  @Test func `sound that goes on past the cut ends there, to the sample`() throws {
    let coded = try #require(try coded([0.9], rate: 48_000))
    #expect(coded.presented == 48_000)
    #expect(shift(try coded.heard()[0], rate: 48_000, start: 0.9) == 0)
  }

  @Test(arguments: [1.0, 1.5, 30, -5, -0.2])
  func `sound that lies outside of the cut is none`(start: Double) throws {
    #expect(try coded([start], rate: 44_100) == nil)
  }

  @Test func `sound before a gap that the cut ends in is kept, the gap is not`() throws {
    let coded = try #require(try coded([0.1, 2.0], rate: 48_000))
    #expect(coded.presented == 14_400)
  }

  @Test func `jitter of time stamps changes nothing`() throws {
    var line = SoundLine(bitRate: 64_000, kept: .zero..<(.seconds(1)))
    var (place, number) = (0, 0)
    let samples = (0..<9600).map { Self.burst(Double($0) / 48_000) }
    try Self.frames(of: samples, rate: 48_000) { frame in
      let jitter = Duration.milliseconds(number % 2 == 0 ? 0 : 9)
      try line.add(frame, at: Ratio(1, 48_000).duration(Int64(place)) + jitter)
      place += frame.sampleCount
      number += 1
    }
    let coded = try #require(try line.finish())
    #expect(coded.presented == 9600)
    #expect(shift(try coded.heard()[0], rate: 48_000, start: 0) == 0)
  }

  @Test(arguments: [-32, 32])
  func `a single time stamp that is wrong changes nothing`(error: Int) throws {
    var line = SoundLine(bitRate: 64_000, kept: .zero..<(.seconds(1)))
    var (place, number) = (0, 0)
    let samples = (0..<9600).map { Self.burst(Double($0) / 48_000) }
    try Self.frames(of: samples, rate: 48_000) { frame in
      let slip = Duration.milliseconds(number == 2 ? error : 0)
      try line.add(frame, at: Ratio(1, 48_000).duration(Int64(place)) + slip)
      place += frame.sampleCount
      number += 1
    }
    #expect(number > 3)
    let coded = try #require(try line.finish())
    #expect(coded.presented == 9600)
    let heard = try coded.heard()[0]
    #expect(shift(heard, rate: 48_000, start: 0) == 0)
    let error = zip(heard, samples).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    #expect(error < 0.01 * samples.reduce(0) { $0 + $1 * $1 }, "a part is missing")
  }

  @Test(arguments: [0.99, 0.995, 1.004, 1.01])
  func `sound whose clock drifts stays within 20 ms of its place`(speed: Double) throws {
    var line = SoundLine(bitRate: 64_000, kept: .zero..<(.seconds(5)))
    var (place, shifts) = (0, [Double]())
    // Bursts 0.3 s apart by the sound's own clock; time stamps are of another one.
    let samples = (0..<230_400).map { Self.burst(Double($0 % 14_400) / 48_000) }
    try Self.frames(of: samples, rate: 48_000) { frame in
      try line.add(frame, at: .seconds(Double(place) * speed / 48_000))
      place += frame.sampleCount
    }
    let coded = try #require(try line.finish())
    let heard = try coded.heard()[0]
    for number in 0..<15 {
      // Bursts are alike on both sides of their middle.
      let middle = Double(number) * 0.3 * speed + 0.1
      var (power, moment) = (0.0, 0.0)
      for index in max(0, Int((middle - 0.13) * 48_000))..<Int((middle + 0.13) * 48_000) {
        let sample = Double(heard[index] * heard[index])
        power += sample
        moment += sample * (Double(index) / 48_000 - middle)
      }
      shifts.append(moment / power)
    }
    #expect(shifts.allSatisfy { abs($0) < 0.02 }, "\(shifts)")
  }

  @Test func `another rate in the middle is brought to the first one, where it belongs`() throws {
    var line = SoundLine(bitRate: 128_000, kept: .zero..<(.seconds(1)))
    for (start, rate) in [(0.0, 48_000), (0.4, 22_050), (0.7, 44_100)] {
      var place: Int64 = 0
      let samples = (0..<rate / 5).map { Self.burst(Double($0) / Double(rate)) }
      try Self.frames(of: samples, rate: rate) { frame in
        try line.add(frame, at: .seconds(start) + Ratio(1, Int32(rate)).duration(place))
        place += Int64(frame.sampleCount)
      }
    }
    let coded = try #require(try line.finish())
    let heard = try coded.heard()[0]
    for start in [0.0, 0.4, 0.7] { #expect(shift(heard, rate: 48_000, start: start) == 0) }
  }

  @Test func `a long silence takes no more time than its length`() throws {
    let samples = (0..<9600).map { Self.burst(Double($0) / 48_000) }
    func time(ofGap seconds: Int) throws -> Duration {
      var line = SoundLine(bitRate: 64_000, kept: .zero..<(.seconds(3600)))
      let start = Clock.thread
      for time in [0, seconds] {
        var place: Int64 = 0
        try Self.frames(of: samples, rate: 48_000) { frame in
          try line.add(frame, at: .seconds(time) + Ratio(1, 48_000).duration(place))
          place += Int64(frame.sampleCount)
        }
      }
      let coded = try #require(try line.finish())
      #expect(coded.presented == Int64(seconds) * 48_000 + 9600)
      return Clock.thread - start
    }
    // Eight times as long; with the square of the length it would be sixty-four times.
    let short = try time(ofGap: 20)
    #expect(try time(ofGap: 160) < short * 16)
  }

  @Test(arguments: [Int64.max, .min])
  func `sound at the end of all time is outside of the cut`(time: Int64) throws {
    var line = SoundLine(bitRate: 64_000, kept: .zero..<(.seconds(1)))
    try Self.frames(of: [Float](repeating: 0.5, count: 4000), rate: 8000) { frame in
      try line.add(frame, at: Ratio(1, 1).duration(time))
    }
    #expect(try line.finish() == nil)
  }

  @Test func `no sound at all is none`() throws {
    var line = SoundLine(bitRate: 64_000, kept: .zero..<(.seconds(1)))
    #expect(try line.finish() == nil)
  }

  @Test(arguments: [
    ("if(gt(t,0.3),0/0,0.2*sin(t*3000))", 1), ("if(gt(t,0.3),1e30,0.2*sin(t*3000))", 1),
    ("0.2*sin(t*3000)", 12),
  ])
  func `sound of impossible numbers or channels never refuses a movie`(
    wave: String, channels: Int
  ) throws {
    let all = Array(repeating: wave, count: channels).joined(separator: "|")
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.6", "-f", "lavfi", "-i",
        "aevalsrc='\(all)':s=48000:d=0.6", "-c:v", "libx264", "-c:a", "pcm_f32le",
      ], type: "mkv")
    let run = try Run(OpenFile(path))
    #expect(run.report.accepted, "\(run.codes)")
    #expect(run.report.output?.facts.video?.frameCount == 15)
    #expect(run.report.output?.facts.audio != nil)
  }

  @Test func `a movie whose sound starts after the cut comes out silent`() throws {
    let sound = try Movies.sound(
      [Float](repeating: 0.1, count: 2000), rate: 8000,
      [.empty(700), .init(duration: 250, mediaTime: 0)])
    let run = try Run(
      Movies.file([Movies.video(), sound]), trim: Trim(end: .to(.milliseconds(500))))
    #expect(run.report.accepted, "\(run.codes)")
    #expect(run.report.output?.facts.audio == nil)
  }
}
