import FFmpeg
import Ingest
import Rules
import TestSupport
import Testing

@testable import Ingest

/// Clocks that jump within one file, from numbers and in joined recordings.
@Suite struct JumpingClockTests {
  /// Pictures (stream 0) and pieces of sound (stream 1) of 40 ms each, at these times in file order.
  private func shifts(_ stamps: [(stream: Int, time: Int)]) -> [Int]? {
    var clock = JumpingClock()
    for stamp in stamps {
      clock.add(
        stream: stamp.stream, kind: stamp.stream == 0 ? .video : .audio,
        at: .milliseconds(stamp.time), length: .milliseconds(40))
    }
    guard let joins = clock.joins() else { return nil }
    var counts = [0: 0, 1: 0]
    return stamps.map { stamp in
      let number = counts[stamp.stream, default: 0]
      counts[stamp.stream] = number + 1
      let move = joins.moves[stamp.stream]?.last { $0.packet <= number }
      return Int((move?.shift ?? .zero) / .milliseconds(1))
    }
  }

  private func row(_ stream: Int, from: Int, count: Int) -> [(stream: Int, time: Int)] {
    (0..<count).map { (stream, from + 40 * $0) }
  }

  @Test(arguments: [0, 40, 5000, 9_900, -60])
  func `a clock that runs on, or pauses for up to 10 s, is left alone`(gap: Int) {
    #expect(shifts(row(0, from: 1000, count: 5) + row(0, from: 1200 + gap, count: 5)) == nil)
  }

  @Test(arguments: [-2000, -1200, -150, 10_001, 3_600_000])
  func `a jump goes on where the pictures end`(jump: Int) {
    let stamps = row(0, from: 2000, count: 5) + row(0, from: 2160 + jump, count: 3)
    #expect(
      shifts(stamps) == Array(repeating: 0, count: 5) + Array(repeating: 40 - jump, count: 3))
  }

  @Test func `each of many jumps goes on where the last one ended`() {
    let stamps = (0..<4).flatMap { _ in row(0, from: 1400, count: 50) }
    let expected = (0..<4).flatMap { Array(repeating: 2000 * $0, count: 50) }
    #expect(shifts(stamps) == expected)
  }

  @Test func `a clock that jumps at each of many packets takes no more time than their number`() {
    func time(_ count: Int) -> Duration {
      var clock = JumpingClock()
      for number in 0..<count {
        clock.add(
          stream: 0, kind: .video, at: .seconds(-number), length: .milliseconds(40))
      }
      let start = Clock.thread
      let moves = clock.joins()?.moves[0] ?? []
      let time = Clock.thread - start
      #expect(moves.count == count)
      #expect(moves.last?.shift == .milliseconds(1040) * (count - 1))
      return time
    }
    // Eight times as many; with the square of their number it would be sixty-four times as long.
    let short = time(1000)
    #expect(time(8000) < short * 24)
  }

  /// The pictures that parts begin with.
  private func beginnings(_ times: [Int]) -> Set<Int>? {
    var clock = JumpingClock()
    for time in times {
      clock.add(stream: 0, kind: .video, at: .milliseconds(time), length: .milliseconds(40))
    }
    return clock.joins()?.beginnings[0]
  }

  @Test func `a part begins where the clock jumps, but for a few wrong stamps in its middle`() {
    let part = Array(stride(from: 1000, to: 2000, by: 40))
    #expect(beginnings(part + part + part) == [25, 50])
    #expect(beginnings(part + part.dropFirst(10)) == [25])
    #expect(beginnings(part + [90_000] + part.map { $0 + 1040 }) == [])
    #expect(beginnings(part + [90_000, 90_040] + part.map { $0 + 1080 }) == [])
    #expect(beginnings(part + [90_000] + part) == [25, 26])
  }

  @Test func `sound moves with the pictures, whichever comes first past the join`() {
    let part = row(0, from: 1400, count: 5) + row(1, from: 1380, count: 5)
    // The last picture of the first part comes late, as when its length is not written.
    let late: [(stream: Int, time: Int)] =
      row(0, from: 1400, count: 4) + row(1, from: 1380, count: 5) + row(1, from: 1380, count: 2)
      + [(0, 1560)] + row(0, from: 1400, count: 3)
    #expect(
      shifts(part + part) == Array(repeating: 0, count: 10) + Array(repeating: 200, count: 10))
    #expect(shifts(late) == Array(repeating: 0, count: 9) + [200, 200, 0, 200, 200, 200])
  }

  @Test func `sound that is silent for long is no jump where pictures go on`() {
    let stamps =
      row(1, from: 0, count: 1) + row(0, from: 0, count: 300) + row(1, from: 11_960, count: 1)
    #expect(shifts(stamps) == nil)
  }

  @Test func `pictures with a neighbour's stamp are put right, missing ones are not filled in`() {
    let late = [0, 40, 80, 160, 200, 240, 240, 280].map { (stream: 0, time: $0) }
    #expect(shifts(late) == [0, 0, 0, -40, -40, -40, 0, 0])
    let early = [0, 40, 80, 40, 80, 200, 240].map { (stream: 0, time: $0) }
    #expect(shifts(early) == [0, 0, 0, 80, 80, 0, 0])
    let missing = [0, 40, 120, 160, 240, 280].map { (stream: 0, time: $0) }
    #expect(shifts(missing) == nil)
  }
}

/// Recordings that were joined byte by byte.
@Suite(.movies) struct JoinedRecordingTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var type: String
    var arguments: [String]
    /// How long a part is.
    var seconds = 1

    var testDescription: String { "\(type) \(arguments)" }
  }

  private static let kinds = [
    Kind(type: "ts", arguments: ["-c:v", "libx264", "-bf", "0", "-c:a", "aac"]),
    Kind(type: "ts", arguments: ["-c:v", "libx264", "-bf", "2", "-c:a", "aac"]),
    Kind(type: "mpg", arguments: ["-c:v", "mpeg2video", "-q:v", "3", "-c:a", "mp2"], seconds: 2),
    Kind(type: "mpg", arguments: ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-c:a", "mp2"]),
  ]

  /// 25 pictures a second, whose brightness tells the part, with sound or without.
  private func part(
    _ number: Int, _ kind: Kind, hasSound: Bool, offset: Int = 0
  ) throws -> [UInt8] {
    let sound = hasSound ? ["-f", "lavfi", "-i", "sine=r=48000:d=\(kind.seconds)"] : []
    let codecs = hasSound ? kind.arguments : kind.arguments.dropLast(2)
    let path = try MadeMovie.path(
      ["-f", "lavfi", "-i", "color=black:s=128x96:r=25:d=\(kind.seconds)"] + sound + [
        "-vf", "geq=lum='35+\(number * 50)+N/2':cb=128:cr=128,format=yuv420p",
      ] + codecs + ["-output_ts_offset", "\(offset)"], type: kind.type)
    return try OpenFile(path).bytes
  }

  private func facts(_ file: OpenFile) throws -> Facts {
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    return try #require(
      withExtendedLifetime(file) { examination.facts }, "\(examination.reasons)")
  }

  @Test(arguments: kinds, [false, true])
  func `parts follow each other, and all their pictures come out`(
    kind: Kind, hasSound: Bool
  ) throws {
    let count = 4 / kind.seconds
    let parts = try (0..<count).map { try part($0, kind, hasSound: hasSound) }
    let run = try Run(OpenFile(holding: parts.flatMap { $0 }))
    #expect(run.report.accepted, "\(run.codes)")
    let facts = try #require(run.report.facts)
    #expect(facts.video?.frameCount == 100)
    #expect(facts.video?.variableFrameRate == false)
    let length = try #require(facts.duration.presented)
    #expect(length >= .seconds(4))
    #expect(length <= .milliseconds(hasSound ? 4060 : 4000))
    let played = try Played(run.movie)
    let brightness = played.lumas.map { Int(($0 - 30) / 50) }
    #expect(brightness == (0..<100).map { $0 / (25 * kind.seconds) })
    // Before the first picture there may be sound alone, and the picture is held from there on.
    for (one, next) in zip(played.times.dropFirst(), played.times.dropFirst(2)) {
      #expect(abs((next - one) / .milliseconds(1) - 40) < 0.1)
    }
  }

  @Test func `joined parts that are too long together are refused`() throws {
    let part = try part(0, Self.kinds[0], hasSound: false)
    let run = try Run(OpenFile(holding: (0..<6).flatMap { _ in part }))
    #expect(run.codes == ["duration.too_long"])
    #expect(run.report.facts?.duration.presented == .seconds(6))
  }

  @Test(arguments: [(20, 2.0), (3600, 2.0), (93_600, 2.0), (5, 6.0)])
  func `a jump ahead is time that passed only where it is short`(
    offset: Int, length: Double
  ) throws {
    let parts = try [0, offset].map {
      try part(0, Self.kinds[0], hasSound: false, offset: $0)
    }
    let facts = try facts(OpenFile(holding: parts.flatMap { $0 }))
    #expect(facts.duration.presented.map { abs($0 / .seconds(1) - length) < 0.05 } == true)
    #expect(facts.video?.frameCount == 50)
  }

  @Test func `a clock that wraps at 33 bits runs on`() throws {
    // The clock has 2^33 ticks of 1/90000 s: 95,443.7 s; the writer begins 1.4 s after the offset.
    let facts = try facts(
      OpenFile(holding: part(0, Self.kinds[0], hasSound: true, offset: 95_441)))
    #expect(facts.video?.frameCount == 25)
    #expect(facts.video?.variableFrameRate == false)
    #expect(facts.duration.presented.map { $0 < .milliseconds(1060) } == true)
  }

  @Test(arguments: ["30", "30000/1001", "25"])
  func `pictures that a program stream stamps with a neighbour's time are evenly spaced`(
    rate: String
  ) throws {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "color=black:s=128x96:r=\(rate):d=3", "-vf",
        "geq=lum='20+2*N':cb=128:cr=128,format=yuv420p", "-c:v", "mpeg2video", "-q:v", "3", "-bf",
        "0",
      ], type: "mpg")
    let run = try Run(OpenFile(path))
    let count = rate == "25" ? 75 : 90
    #expect(run.report.facts?.video?.variableFrameRate == false)
    #expect(run.report.facts?.video?.frameCount == count)
    #expect(run.report.output?.facts.video?.frameCount == count)
  }
}
