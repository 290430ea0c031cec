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

  /// What only the soak trims.
  static let more = [
    Source("flash244.mkv", isCase: true, "Opus that starts late"),
    Source("flashvlate.mp4", isCase: true, "pictures that start late"),
    Source("noelst.mp4", isCase: true, "no edit list"),
    Source("held.mp4", isCase: true, "a held picture"),
    Source("apple_iphone_h264_rot90_mebx_ios9.mov", "a quarter turn"),
    Source("phone_3gp_h263_cif_5_5s.3gp", "H.263 and AMR"),
    Source("webm_vp9_alpha_5s.webm", "transparent VP9"),
    Source("screen_macos_334x218_60fps_6s.mov", "60 frames a second"),
    Source("mp4_fragmented_plain.mp4", "fragments"),
    Source("apple_livephoto_h264_pcm_mebx.mov", "PCM"),
    // No GIF: its transparent pictures are laid on black, which the reader does not do (GIFTests).
  ]

  /// Kinds that the corpus lacks, made by these encoders.
  static let made: [(name: String, encoder: [String])] = [
    ("open.flv", ["-c:v", "flv1", "-q:v", "2"]),
    ("theora.ogv", ["-c:v", "libtheora", "-q:v", "9"]),
    ("main.mpg", ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2"]),
    ("main.ts", ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2"]),
    ("hevc.mp4", ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"]),
    ("fragments.mp4", ["-c:v", "libx264", "-movflags", "frag_keyframe+empty_moov", "-g", "12"]),
    ("vp9.webm", ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2M"]),
    ("lossless.avi", ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"]),
    ("xvid.mkv", ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2"]),
    ("fields.ts", ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "2", "-flags", "+ildct+ilme"]),
    ("fields.mp4", ["-c:v", "libx264", "-x264-params", "tff=1"]),
    ("hlg.mp4", hdr("arib-std-b67")),
    ("pq.mkv", hdr("smpte2084")),
  ]

  private static func hdr(_ transfer: String) -> [String] {
    [
      "-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-x265-params",
      "log-level=error:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc",
    ]
  }

  @Test(
    arguments: Soak.isOn ? sources + more : sources,
    Array(1...UInt64(Soak.count(1, soak: 8))))
  func `A trim at a random point is exact to the frame`(_ source: Source, _ seed: UInt64) throws {
    try expectExactTrim(of: source.path(), seed: seed)
  }

  @Test(
    arguments: Soak.isOn ? made : Array(made.prefix(4)),
    Array(1...UInt64(Soak.count(1, soak: 8))))
  func `A trim of any container and codec is exact to the frame`(
    _ kind: (name: String, encoder: [String]), _ seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    let path = folder.file(kind.name)
    let outcome = try Tool.ffmpeg.run(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-pix_fmt",
        "yuv420p",
      ] + kind.encoder + [path])
    try #require(outcome.ending == .exit(0), "\(outcome.errors.suffix(300))")
    // The reader shows high dynamic range as it is coded; only which picture it is can be seen.
    let isToned = kind.encoder.contains("yuv420p10le")
    try expectExactTrim(of: path, seed: seed, most: isToned ? 128 : 16)
  }

  /// - Parameter most: how much an output's picture may differ from the reader's, of 255 on average.
  private func expectExactTrim(of path: String, seed: UInt64, most: Double = 16) throws {
    let pictures = try Pictures(path, as: .colour)
    let reading = try FFprobe(path)
    let start = try reading.firstShown()
    let times = pictures.times.map { $0 - start }
    try #require(times.count == pictures.count && times == times.sorted())
    let end = (times.last ?? 0) + 0.03
    var generator = SeededGenerator(seed: seed)
    let from = Self.point(in: 0...end * 0.6, awayFrom: times, &generator)
    // Short movies have room for short parts.
    let least = from + min(0.35, (end - from) / 2)
    let to = Self.point(in: least...min(end, from + 4.9), awayFrom: times, &generator)
    let first = times.lastIndex { $0 <= from } ?? 0
    let last = try #require(times.lastIndex { $0 < to })

    let processed = try Clipgate.process(
      path, flags: ["--profile", "high", "--from", "\(from)", "--to", "\(to)"])
    try #require(processed.isAccepted, "\(from)–\(to): \(processed.summary)")
    let output = try Pictures(processed.movie, as: .colour)
    #expect(output.count == last - first + 1, "\(from)–\(to)")
    expectPicture(output.pixels.first, is: first, of: pictures, most, "first of \(from)–\(to)")
    expectPicture(output.pixels.last, is: last, of: pictures, most, "last of \(from)–\(to)")
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
    _ picture: [UInt8]?, is number: Int, of source: Pictures, _ most: Double, _ comment: String
  ) {
    guard let picture else {
      Issue.record("no picture: \(comment)")
      return
    }
    let own = Pictures.difference(picture, source.pixels[number])
    #expect(own < most, "\(comment)")
    for neighbour in max(0, number - 2)...min(source.count - 1, number + 2) {
      // Where nothing moves, neighbours look alike; coding noise must not decide then.
      let other = Pictures.difference(picture, source.pixels[neighbour])
      #expect(own <= other + 0.3, "\(comment): frame \(neighbour) instead of \(number)")
    }
  }
}
