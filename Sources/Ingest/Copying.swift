internal import Boxes
internal import FFmpeg
internal import Rules

/// Puts pictures that already meet the profile into a new file as they are, and their sound too
/// where that meets it.
///
/// What can't be seen in the facts is found on the way, and ends the copy: it is encoded then.
struct Copying {
  /// Why pictures or sound can't be kept as they are.
  struct NotCopyable: Error {
    var reason: String

    static let damagedSound = NotCopyable(reason: "damaged sound")
  }

  /// How far sound may start from the picture and still need no silence before it.
  private static let alignment = Duration.milliseconds(1)

  let file: InputFile
  let movie: Movie
  let policy: Policy
  /// Whether the sound is copied too; else it is encoded.
  let keepsSound: Bool
  let interruption: Interruption

  /// - Throws: `NotCopyable` where the movie has to be encoded after all.
  func run() throws -> Cut.Product {
    do {
      return try copied()
    } catch let error as H264Error {
      throw NotCopyable(reason: "unusual h264 (\(error.code.rawValue))")
    }
  }

  private func copied() throws -> Cut.Product {
    // How much of their first piece of sound is priming is not told with the packets.
    if let structure = movie.structure, structure.isFragmented,
      structure.tracks.contains(where: { !$0.edits.isEmpty })
    {
      throw NotCopyable(reason: "fragments with an edit list")
    }
    var demuxer = try movie.open(file, policy: policy, interruption: interruption)
    let stream = demuxer.streams[movie.video]
    guard stream.timeBase.numerator == 1, let facts = movie.facts.video else {
      throw NotCopyable(reason: "unusual ticks")
    }
    let configuration = try AVCConfiguration(record: stream.extradata)
    var writer = MovieWriter(
      width: facts.width, height: facts.height, timeBase: stream.timeBase,
      configuration: configuration)
    let origin = stream.timeBase.ticks(movie.origin)
    var sound = try SoundTrack(self, demuxer)
    let packet = try Packet()
    var budget = Budget(policy: policy, interruption: interruption)
    while try demuxer.read(into: packet) {
      try budget.countPacket()
      if packet.streamIndex == movie.audio {
        try sound.add(packet)
      } else if packet.streamIndex == movie.video {
        try writer.copy(packet, configuration, origin: origin)
      }
    }
    guard writer.startsAtZero else { throw NotCopyable(reason: "pictures start late") }
    let coded = try sound.finish()
    let end = stream.timeBase.ticks(movie.videoEnd - movie.origin)
    let pieces: [[UInt8]]
    do {
      pieces = try writer.assemble(end: end, sound: coded)
    } catch is IngestError {
      throw NotCopyable(reason: "unusual order of pictures")
    } catch is IndexWriterError {
      throw NotCopyable(reason: "unusual times")
    }
    return Cut.Product(
      pieces: pieces, pictures: writer.pictureCount, hasSound: coded != nil)
  }

  /// The sound of a copy: packets as they are, or encoded anew; decoded in either case, since damage
  /// shows in no other way, and damaged sound has to be encoded to be told and mended.
  private struct SoundTrack: ~Copyable {
    private let timeBase: Ratio
    private var decoder: Decoder?
    private let frame: Frame
    /// Where decoded sound goes that is encoded anew.
    private var line: SoundLine
    /// Where packets go that are kept.
    private var coded: SoundLine.Coded?
    private var hasHeard = false
    private var hasDecoded = false

    init(_ copying: Copying, _ demuxer: borrowing Demuxer) throws {
      let movie = copying.movie
      let coded = try Self.coded(copying, demuxer)
      let frame = try Frame()
      let decoder = try Self.decoder(copying, demuxer)
      timeBase = movie.audio.map { demuxer.streams[$0].timeBase } ?? Ratio(1, 1)
      self.coded = coded
      self.frame = frame
      self.decoder = decoder
      let end = movie.origin + (movie.facts.duration.presented ?? .zero)
      line = SoundLine(profile: copying.policy.profile, kept: movie.origin..<end)
    }

    /// The frame of kept sound, or nil where there is no sound or it is encoded.
    private static func coded(
      _ copying: Copying, _ demuxer: borrowing Demuxer
    ) throws -> SoundLine.Coded? {
      guard copying.keepsSound, let audio = copying.movie.audio else { return nil }
      let stream = demuxer.streams[audio]
      let facts = copying.movie.facts.audio
      guard stream.frameSize == 1024, !stream.extradata.isEmpty else {
        throw NotCopyable(reason: "unusual AAC")
      }
      guard facts?.start ?? .zero <= Copying.alignment else {
        throw NotCopyable(reason: "sound starts late")
      }
      return SoundLine.Coded(
        configuration: stream.extradata, sampleRate: stream.sampleRate, channels: stream.channels,
        presented: Ratio(1, Int32(clamping: stream.sampleRate)).ticks(facts?.duration ?? .zero),
        packetSamples: stream.frameSize)
    }

    private static func decoder(
      _ copying: Copying, _ demuxer: borrowing Demuxer
    ) throws -> Decoder? {
      guard let audio = copying.movie.audio else { return nil }
      do throws(FFmpegError) {
        return try Decoder(demuxer, stream: audio, maxPixels: 1)
      } catch {
        throw NotCopyable.damagedSound
      }
    }

    mutating func add(_ packet: borrowing Packet) throws {
      if coded != nil { try keep(packet) }
      var isTaken = false
      while !isTaken {
        do throws(FFmpegError) {
          isTaken = try decoder?.send(packet) ?? true
        } catch {
          throw Self.obstacle(error)
        }
        try take()
      }
    }

    /// The coded sound, or nil where the movie has none.
    mutating func finish() throws -> SoundLine.Coded? {
      guard decoder != nil else { return nil }
      do throws(FFmpegError) {
        try decoder?.finish()
      } catch {
        throw Self.obstacle(error)
      }
      try take()
      // Packets may be whole and hold nothing.
      guard hasDecoded else { throw NotCopyable.damagedSound }
      guard var coded else {
        guard let encoded = try line.finish() else { throw NotCopyable.damagedSound }
        return encoded
      }
      let samples = Int64(coded.packets.count * coded.packetSamples - coded.priming)
      coded.presented = min(coded.presented, samples)
      guard coded.presented > 0 else { throw NotCopyable(reason: "no sound is heard") }
      return coded
    }

    private mutating func keep(_ packet: borrowing Packet) throws {
      // What is skipped before the first heard sample is priming, whole packets included.
      if packet.isDiscarded {
        guard !hasHeard else { throw NotCopyable(reason: "sound that an edit list hides") }
        let whole = coded?.packetSamples ?? 0
        coded?.priming += whole
      } else if !hasHeard {
        hasHeard = true
        coded?.priming += packet.skippedSamples.start
      }
      guard let bytes = AACFrame.withoutBanner(packet.bytes) else {
        throw NotCopyable(reason: "user data in the sound")
      }
      coded?.packets.append(
        EncodedPacket(bytes: bytes, presentationTimestamp: 0, decodingTimestamp: 0, isKey: true))
    }

    private mutating func take() throws {
      while true {
        do throws(FFmpegError) {
          guard try decoder?.receive(into: frame) == .frame else { return }
        } catch {
          throw Self.obstacle(error)
        }
        if frame.sampleCount > 0 { hasDecoded = true }
        if coded == nil {
          try line.add(frame, at: frame.timestamp.map { timeBase.duration($0) })
        }
      }
    }

    /// Sound that does not decode can't be kept; every other failure is passed on.
    private static func obstacle(_ error: FFmpegError) -> any Error {
      error.code == .invalidData ? NotCopyable.damagedSound : error
    }
  }
}

extension MovieWriter {
  /// Takes a picture of an MP4 as it is, but for what decoders do not need.
  fileprivate mutating func copy(
    _ packet: borrowing Packet, _ configuration: AVCConfiguration, origin: Int64
  ) throws {
    guard !packet.isDiscarded, let presentation = packet.presentationTimestamp,
      let decoding = packet.decodingTimestamp
    else { throw Copying.NotCopyable(reason: "pictures that an edit list hides") }
    let unit = try AccessUnit(lengthPrefixed: packet.bytes.span, configuration: configuration)
    guard unit.hasPicture, !unit.hasOtherParameterSets, pictureCount > 0 || unit.isKey else {
      throw Copying.NotCopyable(reason: "unusual h264 (pictures)")
    }
    add(
      unit, presentation: presentation - origin, decoding: decoding - origin,
      isKey: packet.isKey && unit.isKey)
  }
}
