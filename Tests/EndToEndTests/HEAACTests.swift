internal import Foundation
internal import TestSupport
internal import Testing

/// HE-AAC (ISO/IEC 14496-3, 1.6.5): sound at half the rate that comes out, by every way to say so.
///
/// No free encoder makes it, so these are streams of AAC-LC at 24 kHz whose set-up, or whose packets,
/// say that there is more: decoders bring them to 48 kHz and have nothing to add above.
@Suite(.readers) struct HEAACTests {
  /// How a movie says that its sound is HE-AAC.
  enum Signal: String, Sendable, CaseIterable {
    /// By object type 5, or 29 with parametric stereo, of which LC is a part.
    case hierarchical, hierarchicalWithStereo
    /// By an extension behind the set-up of LC.
    case compatible
    /// By what is in the packets alone.
    case implicit, implicitInTransportStream
  }

  /// The movie, and the same with sound that is not HE-AAC.
  private static func movie(
    _ signal: Signal, in folder: ScratchFolder
  ) throws -> (path: String, plain: String) {
    let channels = signal == .hierarchicalWithStereo ? 1 : 2
    let plain = try SoundSignal.movie(
      "plain.mp4",
      [
        "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-pix_fmt", "yuv420p", "-c:a", "aac",
        "-ar", "24000", "-ac", "\(channels)",
      ], in: folder)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: plain)))
    // LC at 24 kHz, and the extension that says that there is no more.
    let setup: [UInt8] = [0x13, UInt8(channels) << 3, 0x56, 0xE5, 0]
    let other: [UInt8]
    switch signal {
    case .hierarchical: other = [0x2B, 0x11, 0x88, 0, 0]
    case .hierarchicalWithStereo: other = [0xEB, 0x09, 0x88, 0, 0]
    case .compatible: other = [0x13, 0x10, 0x56, 0xE5, 0x98]
    case .implicit, .implicitInTransportStream:
      return (try implicit(signal, of: plain, in: folder), plain)
    }
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: setup) })
    bytes.replaceSubrange(place..<place + setup.count, with: other)
    return (try folder.write(Data(bytes), as: "\(signal).mp4"), plain)
  }

  private static func implicit(
    _ signal: Signal, of plain: String, in folder: ScratchFolder
  ) throws -> String {
    let sound = folder.file("plain.aac")
    try run(["-i", plain, "-map", "0:a", "-c", "copy", sound])
    let frames = [UInt8](try Data(contentsOf: URL(filePath: sound)))
    var changed: [UInt8] = []
    var place = 0
    while place + 7 <= frames.count {
      // ADTS (1.A.2.2): 7 bytes with the length of the whole in 13 bits.
      var header = Array(frames[place..<place + 7])
      let length = Int(header[3] & 3) << 11 | Int(header[4]) << 3 | Int(header[5] >> 5)
      let body = extended(frames[place + 7..<place + length])
      let whole = body.count + 7
      header[3] = header[3] & 0xFC | UInt8(whole >> 11)
      header[4] = UInt8(whole >> 3 & 255)
      header[5] = UInt8(whole & 7) << 5 | header[5] & 31
      changed += header + body
      place += length
    }
    let path = folder.file(signal == .implicit ? "implicit.mp4" : "implicit.ts")
    try run([
      "-i", plain, "-i", try folder.write(Data(changed), as: "changed.aac"), "-map", "0:v", "-map",
      "1:a", "-c", "copy", path,
    ])
    return path
  }

  /// A packet with an element behind its last one that fills it with an extension of the bandwidth
  /// (4.4.2.8), which says that nothing is new.
  private static func extended(_ packet: ArraySlice<UInt8>) -> [UInt8] {
    var bits = packet.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
    while bits.last == 0 { bits.removeLast() }
    // The end is three ones; a fill of two bytes, of type 13, comes before it.
    bits.removeLast(3)
    bits += [1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 1] + Array(repeating: 0, count: 12) + [1, 1, 1]
    bits += Array(repeating: 0, count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | $1 }
    }
  }

  private static func run(_ arguments: [String]) throws {
    let outcome = try Tool.ffmpeg.run(["-nostdin", "-v", "error", "-y"] + arguments)
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
  }

  @Test(arguments: Signal.allCases)
  func `Sound at half the rate is counted at the rate that comes out`(_ signal: Signal) throws {
    let folder = try ScratchFolder()
    let (path, plain) = try Self.movie(signal, in: folder)
    let facts = try Clipgate.facts(path)
    let own = try Clipgate.facts(plain)
    #expect(facts["audio"]["codec"].string == "aac")
    #expect(facts["audio"]["sample_rate"].int == 48_000)
    #expect(own["audio"]["sample_rate"].int == 24_000)
    // A container that is told less shows the priming as well.
    let priming = signal == .implicit || signal == .implicitInTransportStream ? 1024.0 / 24_000 : 0
    let clock = try #require(facts["duration"]["audio_clock"].double)
    let plainClock = try #require(own["duration"]["audio_clock"].double)
    #expect(clock >= plainClock - 0.001 && clock <= plainClock + priming + 0.001)
    let length = try #require(facts["audio"]["duration"].double)
    #expect(length >= 3 - 0.001 && length <= 3 + priming + 0.030)
  }

  @Test(arguments: Signal.allCases)
  func `Sound at half the rate lies where players have it`(_ signal: Signal) throws {
    let folder = try ScratchFolder()
    let (path, _) = try Self.movie(signal, in: folder)
    let played = try Sound(path).samples
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.answer.warnings == [])
    let made = try Sound(processed.movie).samples
    for time in [0.3, 2.4] {
      let lag = try #require(SoundSignal.lag(of: made, behind: played, at: time))
      #expect(abs(lag) < 48, "\(time) s: \(lag)")
    }
    let flashes = try SoundSignal.flashes(of: processed.movie)
    let wanted = try SoundSignal.flashes(of: path)
    try #require(flashes.count == 2 && wanted.count == 2)
    for (flash, place) in zip(flashes, wanted) { #expect(abs(flash - place) < 0.041) }
  }
}
