internal import TestSupport
internal import Testing

/// Display matrices: pixels come out upright and no matrix is left.
@Suite(.cases, .readers) struct RotationTests {
  /// The named colour that is nearest to red, green and blue values.
  private static func name(_ colour: ArraySlice<UInt8>) -> String {
    let named: [(String, [UInt8])] = [
      ("red", [255, 0, 0]), ("green", [0, 128, 0]), ("blue", [0, 0, 255]),
      ("white", [255, 255, 255]), ("black", [0, 0, 0]), ("grey", [128, 128, 128]),
    ]
    let sorted = named.sorted {
      Pictures.difference($0.1, Array(colour)) < Pictures.difference($1.1, Array(colour))
    }
    return sorted[0].0
  }

  /// The colours of the quadrants: top left, top right, bottom left, bottom right.
  private static func corners(_ path: String, upright: Bool) throws -> [String] {
    let picture = try Pictures(path, as: .quadrants, upright: upright).pixels.first ?? []
    return stride(from: 0, to: picture.count, by: 3).map { name(picture[$0..<$0 + 3]) }
  }

  @Test(
    "B001 B002 B011: a turned or mirrored movie comes out upright, without a matrix",
    arguments: [
      ("rot90.mp4", ["green", "white", "red", "blue"], 120, 160),
      ("rot270.mp4", ["blue", "red", "white", "green"], 120, 160),
      ("identity.mp4", ["red", "green", "blue", "white"], 160, 120),
      ("hflip.mp4", ["green", "red", "white", "blue"], 160, 120),
      ("vflip.mp4", ["blue", "white", "red", "green"], 160, 120),
      ("rot90_hflip.mp4", ["red", "blue", "green", "white"], 120, 160),
    ])
  func uprightPixels(_ name: String, _ colours: [String], _ width: Int, _ height: Int) throws {
    let processed = try Clipgate.process(try CaseInputs.path(name))
    try #require(processed.isAccepted, "\(processed.summary)")
    let video = try #require(try FFprobe(processed.movie).videos.first)
    #expect(video["width"].int == width)
    #expect(video["height"].int == height)
    #expect(video["side_data_list"].items.isEmpty)
    let asStored = try Self.corners(processed.movie, upright: false)
    #expect(asStored == colours)
    let asTurned = try Self.corners(processed.movie, upright: true)
    #expect(asTurned == colours)
  }

  // The names of the two files are FFmpeg's counter-clockwise angle; the contract counts clockwise,
  // as Apple's players turn the picture.
  @Test(
    "B005: rotation is told by one convention, clockwise",
    arguments: [
      ("rot90.mp4", 270, false), ("rot270.mp4", 90, false), ("quad.mp4", 0, false),
      ("identity.mp4", 0, false), ("hflip.mp4", 0, true),
    ])
  func rotationFacts(_ name: String, _ rotation: Int, _ mirrored: Bool) throws {
    let video = try Clipgate.facts(try CaseInputs.path(name))["video"]
    #expect(video["rotation"].int == rotation)
    #expect(video["mirrored"].bool == mirrored)
  }

  @Test("B006: width and height are the displayed ones, coded ones beside them")
  func displayedSize() throws {
    let video = try Clipgate.facts(try CaseInputs.path("rot90.mp4"))["video"]
    #expect(video["width"].int == 120)
    #expect(video["height"].int == 160)
    #expect(video["coded_width"].int == 160)
    #expect(video["coded_height"].int == 120)
  }

  @Test("B009: the poster of a turned movie with wide pixels looks as the movie does")
  func posterAspect() throws {
    let processed = try Clipgate.process(
      try CaseInputs.path("sar_rot.mp4"), flags: ["--poster-at", "first"])
    try #require(processed.isAccepted, "\(processed.summary)")
    let poster = try PosterFile(processed.poster)
    let aspect = Double(poster.width) / Double(poster.height)
    #expect(abs(aspect / (144.0 / 256.0) - 1) <= 0.01)
    let still = try #require(try Pictures(processed.poster, as: .colour).pixels.first)
    let first = try #require(try Pictures(processed.movie, as: .colour).pixels.first)
    #expect(Pictures.difference(still, first) < 12)
  }
}
