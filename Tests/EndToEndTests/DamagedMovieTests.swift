internal import Foundation
internal import TestSupport
internal import Testing

/// Movies with a part that is missing or wrong: refused beyond a tenth, and below it in step with a
/// word of what was lost.
@Suite(.readers) struct DamagedMovieTests {
  /// A container, and where the ten key frames of its pictures matter.
  static let kinds: [(name: String, arguments: [String])] = [
    ("whole.mp4", []),
    ("fragments.mp4", ["-movflags", "frag_keyframe+delay_moov+default_base_moof"]),
    ("whole.mkv", []), ("whole.ts", []),
    ("whole.webm", ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M"]),
  ]

  /// 3 s of noise in pictures and sound, with flashes and ten key frames.
  static func movie(
    _ kind: (name: String, arguments: [String]), in folder: ScratchFolder
  ) throws -> [UInt8] {
    let sound = kind.name.hasSuffix("webm") ? "libopus" : "aac"
    let path = try SoundSignal.movie(
      kind.name,
      [
        "-vf", "noise=alls=20:all_seed=3", "-c:v", "libx264", "-preset", "fast", "-pix_fmt",
        "yuv420p", "-g", "8", "-c:a", sound,
      ] + kind.arguments, in: folder)
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// Zeros over a part of the bytes, both ends as shares of all.
  private static func zeroed(_ bytes: [UInt8], _ part: Range<Double>) -> [UInt8] {
    let count = Double(bytes.count)
    var bytes = bytes
    for index in Int(part.lowerBound * count)..<Int(part.upperBound * count) { bytes[index] = 0 }
    return bytes
  }

  @Test(arguments: kinds)
  func `A movie whose last part is zeros is never a shorter one`(
    _ kind: (name: String, arguments: [String])
  ) throws {
    let folder = try ScratchFolder()
    let whole = try Self.movie(kind, in: folder)
    for share in [0.3, 0.6, 0.85] {
      let path = try folder.write(Data(Self.zeroed(whole, share..<1)), as: "\(share)-\(kind.name)")
      let answer = try Clipgate.verdict(path, flags: ["--deep"])
      #expect(answer.isRefused, "\(share): \(answer.summary)")
      #expect(
        answer.codes.contains("movie.truncated") || answer.codes.contains("movie.corrupt"),
        "\(share): \(answer.codes)")
    }
  }

  @Test(arguments: kinds, Array(1...UInt64(Soak.count(2, soak: 20))))
  func `After wrong bits nothing moves, and process agrees with check`(
    _ kind: (name: String, arguments: [String]), _ seed: UInt64
  ) throws {
    let folder = try ScratchFolder()
    let whole = try Self.movie(kind, in: folder)
    var bytes = whole
    var generator = SeededGenerator(seed: seed)
    // Between the flashes; the sound that they are held against is near both ends.
    let place = bytes.count * Int.random(in: 42...58, using: &generator) / 100
    for index in place..<place + 24 { bytes[index] ^= UInt8.random(in: 1...255, using: &generator) }
    let path = try folder.write(Data(bytes), as: "wrong-\(kind.name)")
    let processed = try Clipgate.process(path)
    let deep = try Clipgate.verdict(path, flags: ["--deep"])
    #expect(processed.isAccepted == deep.isAccepted, "\(processed.summary) \(deep.summary)")
    guard processed.isAccepted else {
      #expect(processed.isRefused && processed.folder.names == [], "\(processed.summary)")
      return
    }
    try Self.expectInStep(processed, with: Clipgate.process(folder.file(kind.name)))
  }

  /// That pictures and sound near both ends lie where those of the intact movie do.
  static func expectInStep(_ damaged: Processed, with intact: Processed) throws {
    let flashes = try SoundSignal.flashes(of: damaged.movie)
    let wanted = try SoundSignal.flashes(of: intact.movie)
    try #require(flashes.count == 2 && wanted.count == 2, "\(flashes) \(wanted)")
    let sound = try Sound(damaged.movie).samples
    let whole = try Sound(intact.movie).samples
    for (index, time) in [0.3, 2.4].enumerated() {
      #expect(abs(flashes[index] - wanted[index]) < 0.041, "\(flashes) \(wanted)")
      let lag = try #require(SoundSignal.lag(of: sound, behind: whole, at: time))
      #expect(abs(lag) < 960, "\(time) s: \(lag)")
    }
  }

  @Test(arguments: Array(kinds.prefix(2)))
  func `Pictures that are zeros are counted, and refuse above a tenth of them`(
    _ kind: (name: String, arguments: [String])
  ) throws {
    let folder = try ScratchFolder()
    let whole = try Self.movie(kind, in: folder)
    let reading = try FFprobe(folder.file(kind.name))
    let packets = try reading.pictureBytes()
    let pictures = try reading.packets().filter { $0.kind == "video" }
    try #require(packets.count == 75 && pictures.count == 75)
    let keys = pictures.indices.filter { pictures[$0].isKey }
    try #require(keys.count > 8)
    // The second last of the pictures alone, then key frames with all that lean on them: 3 packets of
    // 75 are too many then.
    for (lost, isAccepted) in [([73], true), (Array(keys[3..<6]), false)] {
      var bytes = whole
      for number in lost {
        for index in packets[number].dropFirst(4) { bytes[index] = 0 }
      }
      let path = try folder.write(Data(bytes), as: "\(lost.count)-\(kind.name)")
      let processed = try Clipgate.process(path)
      #expect(processed.isAccepted == isAccepted, "\(lost): \(processed.summary)")
      if isAccepted {
        #expect(processed.answer.warnings == ["video.damaged"], "\(lost)")
        try Self.expectInStep(processed, with: Clipgate.process(folder.file(kind.name)))
      } else {
        #expect(processed.answer.codes == ["movie.corrupt"], "\(lost)")
      }
    }
  }
}
