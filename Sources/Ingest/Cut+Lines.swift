internal import Boxes
internal import FFmpeg
internal import Rules

extension Cut {
  /// Decoders, lines and encoder of one pass.
  struct Lines: ~Copyable {
    private let cut: Cut
    private let frame: Frame
    private var pictureDecoding: PictureDecoding
    private var soundDecoding: Decoding?
    private let pictureBase: Ratio
    private let soundBase: Ratio
    private var pictures: PictureLine
    private var sound: SoundLine
    private var coder: PictureCoder
    private let unseen: UnseenPictures
    private var packetsSeen = 0
    private var packetsGiven = 0
    private var framesTaken = 0
    private var soundFailures = 0
    private var nextPicture: Duration
    private var hasWholePicture = false
    private let reorderDelay: Int
    private var hasUntimedReferences = false
    /// When the picture that comes next is shown, where its own packet does not say.
    private var showingTime: Duration?
    private var showingEnd: Duration?
    private var share = 0.0
    private var pass = Movie.Pass(readsPictures: true, readsSound: true)
    /// Whether what the pass presents has all gone by.
    private var isPassOver = false
    /// Which of the pass's parts of sound is heard, and where its next frame is in the media.
    private var soundPart: Int?
    private var nextSound: Duration?

    init(_ cut: Cut, _ demuxer: borrowing Demuxer) throws {
      let stream = demuxer.streams[cut.movie.video]
      let frame = try Frame()
      let pictureDecoder = try Decoder(
        demuxer, stream: cut.movie.video, maxPixels: cut.policy.maxPixels,
        extradata: try cut.copied?.written.record(), isRough: cut.isRough)
      var soundDecoding: Decoding?
      if let audio = cut.movie.audio, cut.purpose == .movie {
        // Sound that can't be opened is passed over with a warning.
        soundDecoding = try? Decoding(Decoder(demuxer, stream: audio, maxPixels: 1))
      }
      let pictures = try PictureLine(
        cut.movie, profile: cut.policy.profile, size: cut.size, kept: cut.kept, stream: stream)
      let coder = try PictureCoder(cut, size: pictures.output, timeBase: pictures.timeBase)
      self.cut = cut
      self.frame = frame
      pictureDecoding = PictureDecoding(
        pictureDecoder, of: stream, container: cut.movie.container)
      self.soundDecoding = soundDecoding
      pictureBase = stream.timeBase
      reorderDelay = stream.reorderDelay
      soundBase = cut.movie.audio.map { demuxer.streams[$0].timeBase } ?? Ratio(1, 1)
      self.pictures = pictures
      sound = SoundLine(bitRate: cut.soundBitRate, kept: cut.movie.heard(in: cut.kept))
      self.coder = coder
      unseen = UnseenPictures(
        cut.movie.coded, kept: cut.kept, end: cut.movie.videoEnd,
        rate: cut.policy.profile.maxFrameRate)
      nextPicture = cut.movie.origin
    }

    /// Whether nothing that is still to come in the pass belongs to the kept part.
    var isDone: Bool { isPassOver || !wants(pass) }

    /// Whether a pass may still bring something of the kept part.
    func wants(_ pass: Movie.Pass) -> Bool {
      if coder.isDone { return false }
      return pass.readsPictures && !pictures.isDone
        || pass.readsSound && soundDecoding != nil && !sound.isDone
    }

    /// Begins to read the file, with decoders that know nothing of the time before.
    mutating func begin(
      _ pass: Movie.Pass, _ demuxer: borrowing Demuxer, isFirst: Bool
    ) throws {
      self.pass = pass
      isPassOver = false
      if isFirst { return }
      if pass.readsPictures {
        let decoder = try Decoder(
          demuxer, stream: cut.movie.video, maxPixels: cut.policy.maxPixels, isRough: cut.isRough)
        pictureDecoding = PictureDecoding(
          decoder, of: demuxer.streams[cut.movie.video], container: cut.movie.container)
        hasWholePicture = false
        showingTime = nil
        showingEnd = nil
      } else if let audio = cut.movie.audio {
        soundDecoding = Decoding(try Decoder(demuxer, stream: audio, maxPixels: 1))
        soundPart = nil
        nextSound = nil
      }
    }

    mutating func addPicture(_ packet: borrowing Packet, progress: (Double) -> Void) throws {
      let number = packetsSeen
      packetsSeen += 1
      guard pass.readsPictures, !pictures.isDone, !unseen.contains(number) else { return }
      let isSecondField = cut.movie.secondFields.contains(number)
      if let edits = pass.edits {
        let start = packet.presentationTimestamp ?? packet.decodingTimestamp ?? edits.through
        let decoding = packet.decodingTimestamp ?? start
        if decoding > edits.through { isPassOver = true }
        if isPassOver || decoding < edits.decodesFrom { return }
        if edits.starts[start] != nil { packetsGiven += 1 }
      } else if packet.isShown(in: cut.movie.facts.video?.codec),
        !cut.movie.leftOut.contains(number), !isSecondField
      {
        packetsGiven += 1
      }
      guard pictureDecoding.allows(packet) else { return }
      let outer = cut.watch.begin(.decode)
      defer { cut.watch.begin(outer) }
      noteDecodingTime(of: packet)
      if let copied = cut.copied { try packet.replace(bytes: copied.unit(of: packet).sample) }
      // What did not decode is counted in the end.
      while try pictureDecoding.next(of: packet, isSecondField: isSecondField, into: frame) {
        try takePicture()
      }
      let length = (cut.kept.upperBound - cut.kept.lowerBound).printedSeconds
      let done = (nextPicture - cut.kept.lowerBound).printedSeconds / max(length, 0.001)
      share = max(share, min(0.99, done))
      progress(share)
    }

    /// With one picture of delay a decoder gives a picture as it is shown: at the decoding time of the
    /// packet that it was given last. Where references have no times of their own, that tells them.
    private mutating func noteDecodingTime(of packet: borrowing Packet) {
      guard reorderDelay == 1, let decoded = packet.decodingTimestamp else { return }
      if packet.presentationTimestamp == nil { hasUntimedReferences = true }
      guard hasUntimedReferences else { return }
      showingTime = pictureBase.duration(decoded)
      showingEnd = showingTime.map { $0 + pictureBase.duration(packet.duration) }
    }

    mutating func addSound(_ packet: borrowing Packet) throws {
      guard pass.readsSound, soundDecoding != nil, !sound.isDone else { return }
      let outer = cut.watch.begin(.sound)
      defer { cut.watch.begin(outer) }
      if let edits = pass.edits, let start = packet.presentationTimestamp {
        if start > edits.through { isPassOver = true }
        if isPassOver || start < edits.decodesFrom { return }
      }
      while let step = try soundDecoding?.next(of: packet, into: frame) { try takeSound(step) }
    }

    /// Begins a part of the movie whose pictures lean on none before.
    mutating func beginPart() throws {
      guard pass.readsPictures, !pictures.isDone else { return }
      try takeHeldBack()
      pictureDecoding.startOver()
      hasWholePicture = false
      showingTime = nil
      showingEnd = nil
    }

    private mutating func takeHeldBack() throws {
      let outer = cut.watch.begin(.decode)
      defer { cut.watch.begin(outer) }
      // It is shown after all that was decoded.
      showingTime = showingEnd
      while try pictureDecoding.next(into: frame) { try takePicture() }
    }

    /// Takes what the decoders still hold back.
    mutating func endPass() throws {
      if pass.readsPictures { try takeHeldBack() }
      if pass.readsSound, soundDecoding != nil {
        let outer = cut.watch.begin(.sound)
        defer { cut.watch.begin(outer) }
        while let step = try soundDecoding?.next(into: frame) { try takeSound(step) }
      }
    }

    mutating func finish() throws -> Product {
      try pictures.finish(into: &coder)
      guard framesTaken > 0, !pictures.starts.isEmpty else {
        throw Refusal(.corrupt, "No picture of the kept part can be decoded.")
      }
      cut.watch.begin(.poster)
      let poster = try coder.picker.finish().map { candidate, why in
        try Poster(candidate, why: why, maxBytes: cut.policy.profile.maxPosterBytes)
      }
      if soundDecoding != nil { cut.watch.begin(.sound) }
      let coded = try sound.finish()
      cut.watch.begin(.encode)
      try coder.finish()
      cut.watch.begin(.write)
      // A pass for a poster that ended early has not seen what might be lost.
      let warnings =
        cut.purpose == .poster ? [] : try pictureLosses() + soundLosses(isHeard: coded != nil)
      guard let writer = coder.writer else { return Product(poster: poster, warnings: warnings) }
      guard writer.pictureCount == pictures.starts.count else {
        throw IngestError(
          code: .fault, call: "libx264", number: Int32(clamping: writer.pictureCount))
      }
      return Product(
        pieces: try writer.assemble(end: pictures.end, sound: coded), poster: poster,
        pictureBytes: writer.videoBytes, pictures: writer.pictureCount, hasSound: coded != nil,
        warnings: warnings)
    }

    private mutating func takePicture() throws {
      // What comes before the first whole picture was coded against one that is missing.
      if frame.isDamaged, !hasWholePicture { return }
      let starts = pass.edits.map { edits in
        frame.timestamp.flatMap { edits.starts[$0] } ?? []
      }
      if !frame.isDamaged {
        hasWholePicture = true
        if starts?.isEmpty != true, pictureDecoding.isWhole(frame) { framesTaken += 1 }
      }
      if let starts {
        for start in starts {
          nextPicture = start
          try pictures.add(frame, at: start, into: &coder)
        }
        return
      }
      let start = showingTime ?? frame.timestamp.map { pictureBase.duration($0) } ?? nextPicture
      nextPicture = start + pictureBase.duration(frame.duration)
      // Past the kept part frames are only counted.
      try pictures.add(frame, at: start, into: &coder)
    }

    private mutating func takeSound(_ step: Decoding.Step) throws {
      guard step == .frame else {
        soundFailures += 1
        return
      }
      let start = frame.timestamp.map { soundBase.duration($0) }
      if let edits = pass.edits {
        try addFrame(at: start ?? nextSound ?? .zero, to: edits.parts)
      } else {
        try sound.add(frame, at: start)
      }
    }

    /// Adds what the parts of an edit list play of the decoded piece of sound.
    private mutating func addFrame(at start: Duration, to parts: [EditList.Part]) throws {
      guard frame.sampleRate > 0 else { return }
      let rate = Ratio(1, Int32(clamping: frame.sampleRate))
      let end = start + rate.duration(Int64(frame.sampleCount))
      nextSound = end
      for (index, part) in parts.enumerated() {
        let from = soundBase.duration(part.media.lowerBound)
        let to = soundBase.duration(part.media.upperBound)
        guard from < end, start < to else { continue }
        if soundPart != index {
          soundPart = index
          try sound.begin(part.place..<(part.place + to - from))
        }
        try sound.add(frame, at: part.place + start - from)
      }
    }

    /// Pictures that did not decode, as a warning; above a tenth of them the movie is refused.
    private func pictureLosses() throws -> [Warning] {
      var losses = Losses(shown: packetsGiven, decoded: framesTaken)
      if let reason = cut.movie.losses.refusal(after: losses, stream: cut.movie.video) {
        throw Refusal([reason])
      }
      losses.early = cut.movie.losses.early
      losses.leading = cut.movie.losses.leading
      return [losses.warning].compactMap { $0 }
    }

    /// Sound that did not decode, as a warning; where sound is required, none at all refuses.
    private func soundLosses(isHeard: Bool) throws -> [Warning] {
      guard let audio = cut.movie.audio else { return [] }
      let isRequired = cut.policy.requireAudio
      if soundDecoding == nil || sound.decoded == 0 {
        guard !isRequired else {
          throw Refusal([
            Reason(
              .audioNotDecodable, stream: audio,
              message: "The sound can't be decoded, and is required.")
          ])
        }
        return Findings.lostSound(decoded: 0, failures: soundFailures)
      }
      guard isHeard || !isRequired else {
        throw Refusal([
          Reason(
            .audioMissing, stream: audio,
            message: "The kept part has no sound, which is required.")
        ])
      }
      return Findings.lostSound(decoded: sound.decoded, failures: soundFailures)
    }
  }
}
