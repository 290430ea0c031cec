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
  var purpose = Purpose.movie
  let interruption: Interruption
  /// The quality of the pictures; lower is better.
  var constantRateFactor: Int
  /// Bits a second that the pictures may not pass, or nil.
  var maxBitRate: Int64?
  /// The pass ends early when the coded pictures pass this many bytes.
  var maxBytes: Int64
  /// What is looked at in the place of the movie's own pictures, or nil.
  var copied: CopiedPictures?

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
  struct TooLarge: Error {}

  func run(progress: (Double) -> Void) throws -> Product {
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
        places.place(packet, timeBase: demuxer.streams[packet.streamIndex].timeBase)
        if packet.streamIndex == movie.video {
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
