internal import Boxes
internal import FFmpeg
internal import Rules

/// Puts pictures that already meet the profile into a new file as they are, and their sound too
/// where that meets it.
///
/// What can't be seen in the facts is found on the way, and ends the copy: pictures or sound are
/// encoded then.
struct Copying {
  let file: InputFile
  let movie: Movie
  let policy: Policy
  /// Whether the sound is copied too; else it is encoded.
  let keepsSound: Bool
  /// Bits a second of sound that is encoded.
  var soundBitRate: Int
  let interruption: Interruption

  /// The copy, without a poster, and how its pictures are made of the movie's.
  ///
  /// - Throws: `NotCopyable` where pictures or sound have to be encoded after all.
  func run() throws -> (Cut.Product, CopiedPictures) {
    do {
      return try copied()
    } catch let error as H264Error {
      throw NotCopyable(reason: "unusual h264 (\(error.code.rawValue))")
    }
  }

  private func copied() throws -> (Cut.Product, CopiedPictures) {
    var demuxer = try movie.open(file, policy: policy, interruption: interruption)
    let stream = demuxer.streams[movie.video]
    guard stream.timeBase.numerator == 1, let facts = movie.facts.video else {
      throw NotCopyable(reason: "unusual ticks")
    }
    let track = movie.structure?.tracks.first { Int($0.id) == stream.id }
    guard track?.sampleDescriptionCount == 1 else {
      throw NotCopyable(reason: "pictures of several kinds")
    }
    let source = try AVCConfiguration(record: stream.extradata)
    var writer = MovieWriter(
      width: facts.width, height: facts.height, timeBase: stream.timeBase, configuration: source)
    let origin = stream.timeBase.ticks(movie.origin)
    var sound = try SoundTrack(self, demuxer)
    let packet = try Packet()
    var budget = Budget(policy: policy, interruption: interruption)
    while try demuxer.read(into: packet) {
      try budget.countPacket()
      if packet.streamIndex == movie.audio {
        try sound.add(packet)
      } else if packet.streamIndex == movie.video {
        try writer.copy(packet, source, origin: origin)
      }
    }
    guard writer.startsAtZero else { throw NotCopyable(reason: "pictures start late") }
    let pictures = CopiedPictures(source: source, written: try writer.reduceConfiguration())
    let (coded, warnings) = try sound.finish()
    // What is missing then is for the encoding pass to tell.
    guard coded != nil || !policy.requireAudio else {
      throw NotCopyable(reason: "no sound is heard")
    }
    let end = stream.timeBase.ticks(movie.videoEnd - movie.origin)
    let pieces: [[UInt8]]
    do {
      pieces = try writer.assemble(end: end, sound: coded)
    } catch is IngestError {
      throw NotCopyable(reason: "unusual order of pictures")
    } catch is IndexWriterError {
      throw NotCopyable(reason: "unusual times")
    }
    let product = Cut.Product(
      pieces: pieces, pictures: writer.pictureCount, hasSound: coded != nil, warnings: warnings)
    return (product, pictures)
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
    guard unit.hasPicture, unit.isPlain, !unit.hasOtherParameterSets,
      pictureCount > 0 || unit.isKey
    else { throw Copying.NotCopyable(reason: "unusual h264 (pictures)") }
    add(
      unit, presentation: presentation - origin, decoding: decoding - origin,
      isKey: packet.isKey && unit.isKey)
  }
}
