/// What of a movie is shown and heard when, for a drawing; in microseconds from the first shown thing.
public struct TimeLine: Codable, Sendable, Equatable {
  /// A part of the time line.
  public struct Span: Codable, Sendable, Equatable {
    public var start: Int64
    /// Not before `start`.
    public var end: Int64

    public init(start: Int64, end: Int64) {
      self.start = start
      self.end = end
    }
  }

  /// Pictures that follow each other; one each, where there are not too many to draw.
  public struct Pictures: Codable, Sendable, Equatable {
    public var span: Span
    /// How many there are.
    @Count public var count: Int
    /// Their coded bytes.
    @Count public var bytes: Int64
    /// How many of them decoding may begin with.
    @Count public var keyFrames: Int
    /// How long the longest of them is on screen.
    @Count public var longest: Int64

    public init(span: Span, count: Int, bytes: Int64, keyFrames: Int, longest: Int64) {
      self.span = span
      self.count = count
      self.bytes = bytes
      self.keyFrames = keyFrames
      self.longest = longest
    }

    enum CodingKeys: String, CodingKey {
      case span, count, bytes, longest
      case keyFrames = "key_frames"
    }
  }

  /// In order of time.
  @Listed public var pictures: [Pictures]
  /// Where there are pictures that no player shows.
  @Listed public var hiddenPictures: [Span]
  /// Where there is sound.
  @Listed public var sound: [Span]
  /// Where there is sound that no player lets hear.
  @Listed public var hiddenSound: [Span]

  /// As much as a drawing has room for, and a message between processes.
  public static let mostEntries = 400

  public init(
    pictures: [Pictures], hiddenPictures: [Span], sound: [Span], hiddenSound: [Span]
  ) {
    self.pictures = pictures
    self.hiddenPictures = hiddenPictures
    self.sound = sound
    self.hiddenSound = hiddenSound
  }

  enum CodingKeys: String, CodingKey {
    case pictures, sound
    case hiddenPictures = "hidden_pictures"
    case hiddenSound = "hidden_sound"
  }
}
