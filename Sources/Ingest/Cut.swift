internal import FFmpeg
internal import Rules

/// The one pass that decodes a movie and makes everything of it: the output's pictures and sound,
/// the poster, and the counts that tell whether anything was lost.
struct Cut {
  let file: InputFile
  let movie: Movie
  let policy: Policy
  /// The kept part, on the container's time line.
  let kept: Range<Duration>
  let posterTime: PosterTime
  var purpose: Purpose
  let interruption: Interruption
  /// The quality of the pictures; lower is better.
  var constantRateFactor: Double
  /// Sides of the pictures, in percent of the profile's.
  var percent = 100
  /// Bits a second of the sound.
  var soundBitRate: Int
  /// The pass ends early when the coded pictures pass this many bytes.
  var maxBytes: Int64
  /// What is looked at in the place of the movie's own pictures, or nil.
  var copied: CopiedPictures?
  let watch: StageWatch

  /// At the profile's quality.
  init(
    file: InputFile, movie: Movie, policy: Policy, kept: Range<Duration>, posterTime: PosterTime,
    purpose: Purpose, interruption: Interruption, maxBytes: Int64, copied: CopiedPictures? = nil,
    watch: StageWatch
  ) {
    self.file = file
    self.movie = movie
    self.policy = policy
    self.kept = kept
    self.posterTime = posterTime
    self.purpose = purpose
    self.interruption = interruption
    constantRateFactor = Double(policy.profile.constantRateFactor)
    soundBitRate = policy.profile.audioBitRate
    self.maxBytes = maxBytes
    self.copied = copied
    self.watch = watch
  }

  /// The size of the pictures.
  var size: PictureSize {
    let whole = policy.profile.outputSize(
      displayWidth: movie.facts.video?.width ?? 2, displayHeight: movie.facts.video?.height ?? 2)
    func side(_ length: Int) -> Int { max(2, length * percent / 200 * 2) }
    return percent == 100
      ? whole : PictureSize(width: side(whole.width), height: side(whole.height))
  }

  /// Whether pictures become so much smaller that the edges of their blocks are gone anyway.
  ///
  /// Not where they were coded coarsely, so that there are many, nor with other codecs, whose pictures
  /// drift away from what they should be: decision 0033 has what it costs.
  var isRough: Bool {
    guard copied == nil, let video = movie.facts.video, let rate = video.frameRate, rate > 0,
      let needed = ["h264": 0.1, "hevc": 0.05][video.codec]
    else { return false }
    let pixels = Double(video.codedWidth * video.codedHeight) * rate
    return size.width * 2 <= video.width && size.height * 2 <= video.height
      && Double(video.bitRate ?? 0) >= needed * pixels
  }

  /// How long the kept part lasts, in seconds; at least a picture's time.
  var seconds: Double { max(0.04, (kept.upperBound - kept.lowerBound).printedSeconds) }

  /// What a pass is for.
  enum Purpose {
    /// Everything: the movie and its poster.
    case movie
    /// The poster alone; nothing is encoded, and the pass ends as soon as it is found.
    case poster
    /// The poster, and whether all pictures decode; nothing is encoded.
    case inspection
  }

  /// What the pass made.
  struct Product {
    /// The file in pieces, in order.
    var pieces: [[UInt8]] = []
    var poster: Poster?
    /// Bytes of the coded pictures among them.
    var pictureBytes: Int64 = 0
    /// Pictures that were encoded, and as many are in the file.
    var pictures = 0
    var hasSound = false
    var warnings: [Warning] = []

    /// What the file must turn out to be when it is read.
    var expectation: Expectation { Expectation(pictures: pictures, hasSound: hasSound) }

    /// The size of the file, in bytes.
    var bytes: Int64 { pieces.reduce(0) { $0 + Int64($1.count) } }
  }

  /// That the pictures passed `maxBytes`.
  struct TooLarge: Error {
    /// What all of them would come to, by those that there are.
    var pictureBytes: Double
  }

  func run(progress: (Double) -> Void) throws -> Product {
    let outer = watch.begin(.read)
    defer { watch.begin(outer) }
    var demuxer = try movie.open(file, policy: policy, interruption: interruption)
    var lines = try Lines(self, demuxer)
    let packet = try Packet()
    var budget = Budget(policy: policy, interruption: interruption)
    for (number, pass) in movie.passes.enumerated() {
      if number > 0 {
        if !lines.wants(pass) { continue }
        demuxer = try movie.open(file, policy: policy, interruption: interruption)
        budget.startOver()
      }
      try lines.begin(pass, demuxer, isFirst: number == 0)
      var places = Joins.Reading(movie.joins)
      while !lines.isDone, try demuxer.read(into: packet) {
        try budget.countPacket()
        guard packet.streamIndex < demuxer.streams.count else { continue }
        let beginsPart = places.place(
          packet, timeBase: demuxer.streams[packet.streamIndex].timeBase)
        if packet.streamIndex == movie.video {
          if beginsPart { try lines.beginPart() }
          try lines.addPicture(packet, progress: progress)
        } else if packet.streamIndex == movie.audio {
          try lines.addSound(packet)
        }
      }
      try lines.endPass()
    }
    return try lines.finish()
  }
}
