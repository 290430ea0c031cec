internal import TestSupport
internal import Testing

/// Levels of brightness and colour that must come out as they went in.
@Suite(.cases, .readers) struct ColourTests {
  /// What FFmpeg's `signalstats` filter says of every picture, in levels of 8 bits.
  private static func levels(_ path: String, _ keys: [String]) throws -> [[Double]] {
    let tags = keys.map { "lavfi.signalstats.\($0)" }
    let document = try JSON(
      parsing: Tool.ffprobe.output([
        "-v", "error", "-f", "lavfi", "-show_entries", "frame_tags=\(tags.joined(separator: ","))",
        "-of", "json", "movie=\(path),signalstats",
      ]))
    return document["frames"].items.map { frame in
      tags.compactMap { frame["tags"][$0].double }
    }
  }

  @Test("B139: full range becomes limited range, black to 16 and white to 235")
  func fullRange() throws {
    let processed = try Clipgate.process(try CaseInputs.path("full.mp4"))
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(try FFprobe(processed.movie).videos.first?["color_range"].string == "tv")
    let first = try #require(try Self.levels(processed.movie, ["YMIN", "YMAX"]).first)
    #expect(abs(first[0] - 16) <= 2)
    #expect(abs(first[1] - 235) <= 2)
  }

  @Test("Grey stays neutral, and as bright as it was")
  func neutralGrey() throws {
    let path = try CaseInputs.path("ramp.mp4")
    let processed = try Clipgate.process(path, flags: ["--from", "0", "--to", "4"])
    try #require(processed.isAccepted, "\(processed.summary)")
    let keys = ["YAVG", "UAVG", "VAVG"]
    let before = try Self.levels(path, keys).prefix(40)
    let after = try Self.levels(processed.movie, keys)
    #expect(after.count == 40)
    let drift = keys.indices.map { key in
      zip(before, after).reduce(0) { $0 + $1.1[key] - $1.0[key] } / 40
    }
    // A tint of a whole level means that a conversion rounds down.
    #expect(drift.allSatisfy { abs($0) <= 0.5 }, "\(drift)")
  }
}
