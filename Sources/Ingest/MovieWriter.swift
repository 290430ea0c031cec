internal import Boxes
internal import FFmpeg

/// Puts coded pictures and sound together into an MP4 with its index first.
///
/// Everything is held until the end: an output is bounded by the policy's bytes, and an index
/// that comes first can't be written before its media is known.
struct MovieWriter {
  /// When a picture is shown and decoded, in ticks of the time base.
  private struct PictureTimes {
    var presentation: Int64
    var decoding: Int64
    var isKey: Bool
  }

  private let timeBase: Ratio
  private let width: Int
  private let height: Int
  private var configuration: AVCConfiguration
  /// The picture parameter sets that the pictures so far name.
  private var pictureParameterSets: Set<Int> = []
  private var samples: [[UInt8]] = []
  private var times: [PictureTimes] = []
  /// Bytes of coded pictures so far.
  private(set) var videoBytes: Int64 = 0

  init(width: Int, height: Int, timeBase: Ratio, configuration: AVCConfiguration) {
    self.width = width
    self.height = height
    self.timeBase = timeBase
    self.configuration = configuration
  }

  /// Pictures so far.
  var pictureCount: Int { samples.count }

  /// Whether the earliest picture is shown at 0.
  var startsAtZero: Bool { times.map(\.presentation).min() == 0 }

  mutating func add(_ packet: EncodedPacket) throws {
    add(
      try AccessUnit(annexB: packet.bytes.span, configuration: configuration),
      presentation: packet.presentationTimestamp, decoding: packet.decodingTimestamp,
      isKey: packet.isKey)
  }

  /// Takes the next picture in order of decoding; times are ticks of the time base.
  mutating func add(_ unit: AccessUnit, presentation: Int64, decoding: Int64, isKey: Bool) {
    samples.append(unit.sample)
    pictureParameterSets.formUnion(unit.pictureParameterSets)
    times.append(PictureTimes(presentation: presentation, decoding: decoding, isKey: isKey))
    videoBytes += Int64(unit.sample.count)
  }

  /// Leaves out of the configuration what no picture uses, and returns what is left.
  mutating func reduceConfiguration() throws(H264Error) -> AVCConfiguration {
    configuration = try configuration.essence(pictureParameterSets: pictureParameterSets)
    return configuration
  }

  /// The head of the file and its pieces in the order in which they follow it.
  ///
  /// - Parameter end: when the last picture goes, in ticks of the time base.
  func assemble(end: Int64, sound: SoundLine.Coded?) throws -> [[UInt8]] {
    let video = try videoTrack(end: end)
    let audio = sound.map(audioTrack)
    let interleaving = Interleaving(
      videoTimes: times.map { timeBase.duration(max(0, $0.decoding)) },
      audioCount: sound?.packets.count ?? 0,
      audioPacket: Ratio(1, Int32(max(1, sound?.sampleRate ?? 1))).duration(
        Int64(sound?.packetSamples ?? 0)))
    var pieces: [[UInt8]] = []
    var place = (video: 0, audio: 0)
    for chunk in interleaving.chunks {
      for _ in 0..<chunk.sampleCount {
        switch chunk.track {
        case .video:
          pieces.append(samples[place.video])
          place.video += 1
        case .audio:
          pieces.append(sound?.packets[place.audio].bytes ?? [])
          place.audio += 1
        }
      }
    }
    let payload = pieces.reduce(0) { $0 + UInt64($1.count) }
    let head = try IndexWriter().index(
      video: video, audio: audio, chunks: interleaving.chunks, payloadBytes: payload)
    return [head] + pieces
  }

  private func videoTrack(end: Int64) throws -> WrittenVideoTrack {
    var written: [WrittenSample] = []
    let times = closeTogether(times)
    let latest = times.map(\.presentation).max() ?? 0
    for (index, time) in times.enumerated() {
      // The last coded picture gets the time that the last shown one is on screen. Any other that
      // lasted longer than it does would move all behind it.
      let length =
        index + 1 < times.count ? times[index + 1].decoding - time.decoding : max(1, end - latest)
      guard length > 0, let duration = UInt32(exactly: length),
        let offset = Int32(exactly: time.presentation - time.decoding), offset >= 0
      else { throw IngestError(code: .fault, call: "MovieWriter.videoTrack") }
      written.append(
        WrittenSample(
          size: UInt32(samples[index].count), duration: duration, compositionOffset: offset,
          isSync: time.isKey))
    }
    return WrittenVideoTrack(
      width: width, height: height, timescale: UInt32(timeBase.denominator),
      avcConfiguration: try configuration.record(), samples: written,
      presentedDuration: UInt64(max(1, end)))
  }

  /// Decoding times whose head start before the first picture is as short as the order allows.
  ///
  /// Encoders start as much earlier as the first reordered pictures are on screen. Where the first
  /// one stays long, that would be long media time that nothing shows; the shortest gap between two
  /// pictures a step is enough, and the same where all gaps are.
  private func closeTogether(_ times: [PictureTimes]) -> [PictureTimes] {
    let shown = times.map(\.presentation).sorted()
    guard let first = shown.first else { return times }
    let step = zip(shown.dropFirst(), shown).map { $0 - $1 }.filter { $0 > 0 }.min() ?? 1
    let early = times.prefix { $0.decoding < first }.count
    var moved = times
    for index in 0..<early { moved[index].decoding = first - Int64(early - index) * step }
    return moved
  }

  private func audioTrack(_ sound: SoundLine.Coded) -> WrittenAudioTrack {
    let bytes = sound.packets.reduce(0) { $0 + $1.bytes.count }
    let seconds = Double(sound.packets.count * sound.packetSamples) / Double(sound.sampleRate)
    return WrittenAudioTrack(
      sampleRate: UInt32(sound.sampleRate), channels: sound.channels,
      audioSpecificConfig: sound.configuration,
      bitRate: UInt32(seconds > 0 ? Double(bytes * 8) / seconds : 0),
      samples: sound.packets.map {
        WrittenSample(size: UInt32($0.bytes.count), duration: UInt32(sound.packetSamples))
      }, primingSamples: UInt32(sound.priming), presentedSamples: UInt64(sound.presented))
  }
}
