internal import TestSupport
internal import Testing

/// Trims at random points of many kinds of movies, held against a decode of the whole source.
@Suite(.corpus, .cases, .readers) struct TrimAccuracyTests {
  /// Where a movie lies and what it exercises.
  struct Source: Sendable, CustomTestStringConvertible {
    let name: String
    let isCase: Bool
    let testDescription: String

    init(_ name: String, isCase: Bool = false, _ what: String) {
      self.name = name
      self.isCase = isCase
      testDescription = "\(name): \(what)"
    }

    func path() throws -> String {
      isCase ? try CaseInputs.path(name) : try #require(Corpus.path(name))
    }
  }

  static let sources = [
    Source("ramp.mp4", isCase: true, "one group of pictures, B-frames"),
    Source("base12.mp4", isCase: true, "12 s"),
    Source("bframes.mkv", isCase: true, "B-frames in Matroska"),
    Source("start3600.ts", isCase: true, "starts at an hour"),
    Source("vfr_jitter.mp4", isCase: true, "jitter"),
    Source("apple_iphone_h264_portrait_568x320.MOV", "rotation, sound first"),
    Source("android_samsung_sef_slow_motion.mp4", "hidden picture"),
    Source("phone_moviepy_rot180_90k.mp4", "half a turn"),
    Source("browser_chrome_h264_in_webm.webm", "varying rate, no durations"),
    Source("avi_divx_4s.avi", "AVI"),
    Source("mp4_editlist_iibb.mp4", "edit list over B-frames"),
    Source("screen_gnome_5fps_4s.webm", "5 frames a second"),
    Source("wmv2_5_6s.wmv", "Windows Media"),
    Source("mp4_sar_2_1_exact_5s.mp4", "wide pixels"),
  ]

  @Test(arguments: sources, Array(1...UInt64(Soak.count(1, soak: 8))))
  func `A trim at a random point is exact to the frame`(_ source: Source, _ seed: UInt64) throws {
    let path = try source.path()
    let pictures = try Pictures(path, as: .colour)
    let reading = try FFprobe(path)
    let start = try reading.firstShown()
    let times = pictures.times.map { $0 - start }
    try #require(times.count == pictures.count && times == times.sorted())
    let end = (times.last ?? 0) + 0.03
    var generator = SeededGenerator(seed: seed)
    let from = Self.point(in: 0...end * 0.6, awayFrom: times, &generator)
    let to = Self.point(in: from + 0.35...min(end, from + 4.9), awayFrom: times, &generator)
    let first = times.lastIndex { $0 <= from } ?? 0
    let last = try #require(times.lastIndex { $0 < to })

    let processed = try Clipgate.process(
      path, flags: ["--profile", "high", "--from", "\(from)", "--to", "\(to)"])
    try #require(processed.isAccepted, "\(from)–\(to): \(processed.summary)")
    let output = try Pictures(processed.movie, as: .colour)
    #expect(output.count == last - first + 1, "\(from)–\(to)")
    expectPicture(output.pixels.first, is: first, of: pictures, "first of \(from)–\(to)")
    expectPicture(output.pixels.last, is: last, of: pictures, "last of \(from)–\(to)")
    let length = try FFprobe(processed.movie).duration
    #expect(abs(length - (to - from)) <= 0.05, "\(from)–\(to)")
    let sound = try reading.packets().filter { $0.kind == "audio" }
    if let soundStart = sound.map(\.time).min(),
      let soundEnd = sound.map({ $0.time + $0.duration }).max(),
      soundStart - start <= from, soundEnd - start >= to
    {
      let heard = try Sound(processed.movie).duration
      #expect(abs(heard - (to - from)) <= 0.05, "\(from)–\(to)")
    }
  }

  /// A random time in whole milliseconds, at least 3 ms from the border of two pictures.
  private static func point(
    in range: ClosedRange<Double>, awayFrom times: [Double], _ generator: inout SeededGenerator
  ) -> Double {
    for _ in 0..<1_000 {
      let time = (Double.random(in: range, using: &generator) * 1_000).rounded() / 1_000
      if times.allSatisfy({ abs($0 - time) >= 0.003 }) { return time }
    }
    return range.lowerBound
  }

  /// That a picture is the source's one of this number rather than a neighbour of it.
  private func expectPicture(
    _ picture: [UInt8]?, is number: Int, of source: Pictures, _ comment: String
  ) {
    guard let picture else {
      Issue.record("no picture: \(comment)")
      return
    }
    let own = Pictures.difference(picture, source.pixels[number])
    #expect(own < 16, "\(comment)")
    for neighbour in max(0, number - 2)...min(source.count - 1, number + 2) {
      // Where nothing moves, neighbours look alike; coding noise must not decide then.
      let other = Pictures.difference(picture, source.pixels[neighbour])
      #expect(own <= other + 0.3, "\(comment): frame \(neighbour) instead of \(number)")
    }
  }
}
