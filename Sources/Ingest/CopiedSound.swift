internal import Boxes
internal import FFmpeg
internal import Rules

/// Packets of AAC that go into a copy, cleaned of what is not sound.
///
/// Which samples are heard is told by the edit list itself, to the sample; libav's marks of what it
/// skips lose a part of a packet where the list does not begin with one.
struct CopiedSound {
  let configuration: AudioSpecificConfig
  /// The heard samples, counted from the media's first one.
  private let heard: Range<Int64>
  private var packets: [EncodedPacket] = []
  /// The place of the next packet in the media.
  private var place: Int64 = 0

  private static let packetSamples: Int64 = 1_024
  /// The longest priming that encoders have, and a packet: more is sound that somebody cut away.
  private static let longestPriming: Int64 = 2_112 + 1_024

  /// - Throws: `Copying.NotCopyable` where the sound has to be encoded.
  init(_ movie: Movie, _ stream: StreamDescription) throws {
    guard let structure = movie.structure,
      let track = structure.tracks.first(where: { Int($0.id) == stream.id }),
      track.sampleDescriptionCount == 1,
      let configuration = AudioSpecificConfig(stream.extradata), stream.frameSize == 1_024,
      configuration.sampleRate == stream.sampleRate, configuration.channels == stream.channels
    else { throw Copying.NotCopyable.sound("unusual AAC") }
    guard track.steadyDuration == Self.packetSamples,
      // A thousandth of a second is what containers that sound came from may round to.
      track.drift <= Int64(stream.sampleRate / 1_000), Int(track.timescale) == stream.sampleRate,
      let heard = Self.heard(track, structure)
    else { throw Copying.NotCopyable.sound("unusual times of the sound") }
    guard heard.lowerBound <= Self.longestPriming else {
      throw Copying.NotCopyable.sound("sound that an edit list hides")
    }
    guard !heard.isEmpty else { throw Copying.NotCopyable.sound("no sound is heard") }
    self.configuration = configuration
    self.heard = heard
  }

  /// What one edit, or none, shows of a track whose samples begin at 0; nil for any other list.
  private static func heard(
    _ track: MovieStructure.Track, _ structure: MovieStructure
  ) -> Range<Int64>? {
    guard let span = track.compositionSpan, span.lowerBound == 0 else { return nil }
    let end = min(span.upperBound, Int64(track.sampleCount) * packetSamples)
    guard !track.edits.isEmpty else { return 0..<end }
    let showing = track.edits.filter { $0.mediaTime >= 0 }
    guard showing.count == 1, let edit = showing.first, edit.rate == 1 << 16 else { return nil }
    let start = min(edit.mediaTime, end)
    if track.openEdit != nil { return start..<end }
    guard !structure.isFragmented, structure.timescale > 0 else { return nil }
    let length = Ratio(1, Int32(clamping: track.timescale)).ticks(
      Ratio(1, Int32(clamping: structure.timescale)).duration(
        Int64(clamping: edit.segmentDuration)))
    return start..<min(end, start + min(length, end))
  }

  /// The packets that are kept: those that are heard, and one before, which the first one overlaps.
  private var kept: ClosedRange<Int64> {
    let first = max(0, heard.lowerBound / Self.packetSamples - 1)
    return first...max(first, (heard.upperBound - 1) / Self.packetSamples)
  }

  /// Takes the next packet, and returns it as it is written; nil where it is left out.
  mutating func add(_ packet: borrowing Packet) throws -> [UInt8]? {
    defer { place += 1 }
    // Without a list libav may know of priming from elsewhere, which then moves the sound.
    if place == 0, heard.lowerBound == 0, packet.skippedSamples.start > 0 {
      throw Copying.NotCopyable.sound("unusual times of the sound")
    }
    guard kept.contains(place) else { return nil }
    guard let bytes = AACFrame.withoutBanner(packet.bytes, configuration) else {
      throw Copying.NotCopyable.sound("unusual AAC")
    }
    packets.append(
      EncodedPacket(bytes: bytes, presentationTimestamp: 0, decodingTimestamp: 0, isKey: true))
    return bytes
  }

  /// The sound for the writer.
  func coded() throws -> SoundLine.Coded {
    guard packets.count == kept.count else {
      throw Copying.NotCopyable.sound("unusual times of the sound")
    }
    return SoundLine.Coded(
      packets: packets, configuration: configuration.bytes, sampleRate: configuration.sampleRate,
      channels: configuration.channels,
      priming: Int(heard.lowerBound - kept.lowerBound * Self.packetSamples),
      presented: heard.upperBound - heard.lowerBound, packetSamples: Int(Self.packetSamples))
  }
}
