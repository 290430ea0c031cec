import FFmpeg
import TestSupport
import Testing

@Suite(.movies) struct DecoderTests {
  private static let codecs: [(encoder: [String], type: String, format: String)] = [
    (["libx264", "-bf", "3", "-b_strategy", "0"], "mp4", "mov"),
    (["libx264", "-bf", "3"], "ts", "mpegts"),
    (["libx265", "-x265-params", "log-level=none"], "mp4", "mov"),
    (["libvpx", "-auto-alt-ref", "1", "-lag-in-frames", "10"], "webm", "matroska"),
    (["libvpx-vp9"], "webm", "matroska"),
    (["libaom-av1", "-cpu-used", "8"], "mp4", "mov"),
    (["mpeg4", "-bf", "2"], "avi", "avi"),
    (["mpeg2video", "-bf", "2"], "mpg", "mpeg"),
    (["mjpeg", "-pix_fmt", "yuvj420p"], "mov", "mov"),
    (["prores_ks"], "mov", "mov"), (["gif"], "gif", "gif"), (["flv1"], "flv", "flv"),
    (["wmv2"], "wmv", "asf"), (["libtheora"], "ogv", "ogg"),
  ]

  @Test(arguments: codecs.indices)
  func `as many pictures come out as ffprobe counts, the last ones at the end`(index: Int) throws {
    let (encoder, type, format) = Self.codecs[index]
    let path = try Movies.card(encoder, type: type)
    var demuxer = try Demuxer(OpenFile(path), format)
    var count = 0
    var sizes: Set<Int> = []
    try demuxer.decode(stream: 0) { frame in
      count += 1
      sizes.insert(frame.width)
    }
    #expect(count == (try FFprobe(path).countFrames()))
    #expect(count > 20)
    #expect(sizes == [128])
  }

  /// Pictures of a movie that come out with this set-up, each packet's bytes changed.
  private func count(_ path: String, extradata: [UInt8]?, _ change: ([UInt8]) -> [UInt8]) throws
    -> Int
  {
    var demuxer = try Demuxer(OpenFile(path))
    var decoder = try Decoder(demuxer, stream: 0, maxPixels: 1 << 20, extradata: extradata)
    let packet = try Packet()
    let frame = try Frame()
    var count = 0
    while try demuxer.read(into: packet) {
      let bytes = packet.bytes
      try packet.replace(bytes: change(bytes))
      #expect(packet.bytes == change(bytes))
      if (try? decoder.send(packet)) == nil { continue }
      while try decoder.receive(into: frame) == .frame { count += 1 }
    }
    try decoder.finish()
    while try decoder.receive(into: frame) == .frame { count += 1 }
    return count
  }

  @Test func `set-up and packets may be replaced, and what replaces them is decoded`() throws {
    let path = try Movies.card(["libx264", "-bf", "2"], type: "mp4")
    let own = try Demuxer(OpenFile(path)).streams[0].extradata
    let whole = try count(path, extradata: nil) { $0 }
    #expect(whole > 20)
    #expect(try count(path, extradata: own) { $0 } == whole)
    #expect(try count(path, extradata: own) { bytes in bytes.map { _ in 0xFF } } == 0)
    // Baseline's first bytes, and no parameter sets.
    #expect(try count(path, extradata: [1, 66, 0, 30, 0xFF, 0xE0, 0]) { $0 } == 0)
  }

  @Test func `a message beside the pictures that can't be read costs no picture`() throws {
    let path = try Movies.card(["libx265", "-x265-params", "log-level=none"], type: "mp4")
    let whole = try count(path, extradata: nil) { $0 }
    #expect(whole > 20)
    // A unit of SEI (ITU-T H.265, D.2.7) with user data that are too short for their identifier.
    let message: [UInt8] = [0, 0, 0, 9, 39 << 1, 1, 5, 4, 1, 2, 3, 4, 0x80]
    #expect(try count(path, extradata: nil) { message + $0 } == whole)
  }

  @Test func `what a picture leaves open is not told by one that comes after it`() throws {
    func part(_ tags: [String]) throws -> String {
      // Two B-frames in a row: the decoder holds pictures back.
      try Movies.card(
        ["libx264", "-bf", "2", "-b_strategy", "0", "-pix_fmt", "yuv420p", "-color_range", "tv"]
          + tags, type: "ts")
    }
    let plain = try part(["-colorspace", "bt709"])
    let wide = try part([
      "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-colorspace", "bt2020nc",
    ])
    let path = try MadeMovie.joined([plain, wide], type: "ts")
    var demuxer = try Demuxer(OpenFile(path), "mpegts")
    var colors: [ColorDescription] = []
    try demuxer.decode(stream: 0) { colors.append($0.color) }
    let count = colors.count / 2
    try #require(count > 20)
    let first = ColorDescription(range: "tv", matrix: "bt709")
    let second = ColorDescription(
      range: "tv", primaries: "bt2020", transfer: "arib-std-b67", matrix: "bt2020nc")
    #expect(colors.prefix(count).allSatisfy { $0 == first }, "\(colors)")
    #expect(colors.dropFirst(count).allSatisfy { $0 == second }, "\(colors)")
  }

  @Test func `pictures with more pixels than the limit are refused`() throws {
    let path = try Movies.card(["libx264"], type: "mp4")
    var demuxer = try Demuxer(OpenFile(path))
    let error = #expect(throws: FFmpegError.self) {
      try demuxer.decode(stream: 0, maxPixels: 128 * 96 - 1) { _ in Issue.record("a frame") }
    }
    #expect(error?.code == .invalidData)
  }

  @Test func `pictures with as many pixels as the limit are decoded`() throws {
    // libavcodec bounds the size with its edges rounded up to whole blocks.
    let path = try Movies.card(["libx264"], type: "mp4")
    var demuxer = try Demuxer(OpenFile(path))
    var count = 0
    try demuxer.decode(stream: 0, maxPixels: 128 * 96) { _ in count += 1 }
    #expect(count == 25)
  }

  @Test func `bytes that are no pictures are damaged data and give none`() throws {
    let source = try MovieMakerSource(ffmpeg: [
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.2", "-c:v", "libx264",
    ])
    var random = SeededGenerator(seed: 1)
    let samples = (0..<5).map { _ in
      MovieMaker.Sample(
        bytes: (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }, duration: 512)
    }
    let track = try MovieMaker.Track.video(
      samples, avcConfiguration: source.avcConfiguration, width: 64, height: 48, timescale: 12_800)
    let file = try OpenFile(holding: MovieMaker(tracks: [track]).bytes())
    var demuxer = try Demuxer(file)
    let error = #expect(throws: FFmpegError.self) {
      try demuxer.decode(stream: 0) { _ in Issue.record("a frame") }
    }
    #expect(error?.code == .invalidData)
  }

  @Test func `a codec that is not allowed has no decoder`() throws {
    let path = try Movies.card(["ffv1"], type: "mkv", frames: 2)
    let demuxer = try Demuxer(OpenFile(path), "matroska")
    #expect(demuxer.streams[0].codec == "ffv1")
    #expect(demuxer.streams[0].decoder == nil)
    do {
      _ = try Decoder(demuxer, stream: 0, maxPixels: 1 << 20)
      Issue.record("a decoder")
    } catch {
      #expect(error.code == .notFound)
    }
  }

  @Test func `a stream that is not there has no decoder`() throws {
    let demuxer = try Demuxer(OpenFile(Movies.clip()))
    do {
      _ = try Decoder(demuxer, stream: 9, maxPixels: 1 << 20)
      Issue.record("a decoder")
    } catch {
      #expect(error.code == .notFound)
    }
  }

  @Test func `sound comes out without its priming, to the sample`() throws {
    var demuxer = try Demuxer(OpenFile(Movies.clip()))
    var samples = 0
    var first: Int64?
    try demuxer.decode(stream: 1) { frame in
      first = first ?? frame.timestamp
      samples += frame.sampleCount
      #expect(frame.sampleRate == 44_100)
      #expect(frame.channels == 1)
    }
    #expect(first == 0)
    #expect((44_100..<44_100 + 1024).contains(samples))
  }

  @Test(arguments: [
    ["libx264", "-bf", "2"], ["libx265", "-x265-params", "log-level=none:bframes=3"],
    ["mpeg2video", "-bf", "2"], ["mpeg4", "-bf", "2"], ["libvpx-vp9"], ["libaom-av1"],
    ["prores_ks"],
  ])
  func `a picture bears the number of the packet that it was decoded from`(
    encoder: [String]
  ) throws {
    let usesMatroska = encoder[0].hasPrefix("lib")
    let path = try Movies.card(
      encoder + ["-pix_fmt", encoder[0] == "prores_ks" ? "yuv422p10le" : "yuv420p"],
      type: usesMatroska ? "mkv" : "mov", frames: 12)
    let format = usesMatroska ? "matroska" : "mov"
    // Each packet's time, in the order of decoding.
    var reading = try Demuxer(OpenFile(path), format)
    let packet = try Packet()
    var times: [Int64?] = []
    while try reading.read(into: packet) { times.append(packet.presentationTimestamp) }
    var demuxer = try Demuxer(OpenFile(path), format)
    var count = 0
    try demuxer.decode(stream: 0) { frame in
      count += 1
      let told = frame.packetNumber
      let timestamp = frame.timestamp
      let number = try #require(told)
      try #require(times.indices.contains(number))
      // AV1's and VP9's packets may hold a picture that is shown by another one.
      if !["libvpx-vp9", "libaom-av1"].contains(encoder[0]) {
        #expect(times[number] == timestamp)
      }
    }
    #expect(count == 12)
  }

  @Test func `a flushed decoder begins anew`() throws {
    var demuxer = try Demuxer(OpenFile(Movies.card(["libx264"], type: "mp4")))
    var decoder = try Decoder(demuxer, stream: 0, maxPixels: 1 << 20)
    let packet = try Packet()
    let frame = try Frame()
    var counts: [Int] = []
    for _ in 0..<2 {
      _ = demuxer.seek(stream: 0, toKeyFrameAtOrBefore: 0)
      var count = 0
      while try demuxer.read(into: packet) {
        _ = try decoder.send(packet)
        while try decoder.receive(into: frame) == .frame { count += 1 }
      }
      try decoder.finish()
      while try decoder.receive(into: frame) == .frame { count += 1 }
      let atEnd = try decoder.receive(into: frame) == .end
      #expect(atEnd)
      counts.append(count)
      decoder.flush()
    }
    #expect(counts == [25, 25])
  }
}
