internal import Foundation

/// Whether an output keeps the contract's section 5, by readers that are not ours.
///
/// `problems` is empty for a good output; each problem is one sentence. What a report says of the
/// source (its displayed size, how long it is presented) is taken from the report, since the tests of
/// facts hold those against independent readers.
package struct OutputCheck: Sendable {
  package private(set) var problems: [String] = []
  private let processed: Processed
  private let profile: OutputProfile
  private let movie: FFprobe
  private let isReduced: Bool

  /// - Parameters:
  ///   - span: how long the output should be where a trim decides; the source's length otherwise.
  ///   - sourceFrames: how many pictures of the source an independent decode shows in that span.
  ///   - isReduced: whether a size in bytes was asked for that may need smaller pictures.
  ///   - secrets: texts of the source that must be found nowhere in the outputs.
  package init(
    _ processed: Processed, profile: OutputProfile = .low, span: Double? = nil,
    sourceFrames: Int? = nil, isReduced: Bool = false, secrets: [String] = []
  ) throws {
    self.processed = processed
    self.isReduced = isReduced
    self.profile = profile
    movie = try FFprobe(processed.movie)
    try checkStructure()
    checkStreams()
    checkSize()
    checkTags()
    try checkClock(span: span, sourceFrames: sourceFrames)
    try checkDecode()
    try checkBytes(secrets: secrets)
    try checkPoster()
    try checkReport()
    try checkPlan()
    problems += try MediaInfo(processed.movie).problems(asOutput: profile)
  }

  private mutating func expect(_ condition: Bool, _ problem: String) {
    if !condition { problems.append(problem) }
  }

  private var video: JSON { movie.videos.first ?? .null }
  private var isCopied: Bool { processed.report["plan"]["action"].string != "encode" }

  /// `plan` must have said what was done, but for damage that only a full decode shows.
  private mutating func checkPlan() throws {
    let reasons = processed.way["reasons"].items.compactMap(\.string)
    guard reasons != ["damaged pictures"] else { return }
    let plan = try processed.plan()
    for key in ["action", "reasons"] {
      expect(plan[key] == processed.way[key], "plan says \(plan[key]), not \(processed.way[key])")
    }
    if isCopied {
      let bytes = processed.report["output"]["bytes"]
      expect(plan["predicted_bytes"] == bytes, "plan says \(plan["predicted_bytes"]), not \(bytes)")
    }
    expect(plan["predicted_seconds"].double ?? 0 > 0, "plan tells no time")
  }

  private mutating func checkStructure() throws {
    let boxes = try MovieBoxes(processed.movie)
    expect(boxes.order == ["ftyp", "moov", "mdat"], "the top-level boxes are \(boxes.order)")
    for edits in boxes.editLists {
      expect(edits.count == 1, "an edit list has \(edits.count) edits")
      expect(edits.allSatisfy { $0.mediaTime >= 0 }, "an edit list has an empty edit")
    }
    for type in ["udta", "meta", "uuid"] {
      expect(!boxes.index.contains(type), "the index has a \(type) box")
    }
  }

  private mutating func checkStreams() {
    let streams = movie.streams
    expect(
      movie.videos.count == 1 && movie.audios.count <= 1
        && streams.count == movie.videos.count + movie.audios.count,
      "the streams are \(streams.compactMap { $0["codec_type"].string })")
    let profiles = isCopied ? ["High", "Main", "Constrained Baseline"] : ["High"]
    expect(profiles.contains(video["profile"].string ?? ""), "the profile is \(video["profile"])")
    let wanted = [
      "codec_name": "h264", "codec_tag_string": "avc1", "pix_fmt": "yuv420p", "color_range": "tv",
      "color_primaries": "bt709", "color_transfer": "bt709", "color_space": "bt709",
      "field_order": "progressive",
    ]
    for (key, value) in wanted.sorted(by: { $0.key < $1.key }) {
      expect(video[key].string == value, "\(key) is \(video[key])")
    }
    expect(video["side_data_list"].items.isEmpty, "side data: \(video["side_data_list"])")
    let aspect = video["sample_aspect_ratio"].string ?? "1:1"
    expect(["1:1", "0:1", "N/A"].contains(aspect), "the sample aspect is \(aspect)")
    for audio in movie.audios {
      expect(
        audio["codec_name"].string == "aac" && audio["profile"].string == "LC"
          && audio["codec_tag_string"].string == "mp4a",
        "the sound is \(audio["codec_name"]) \(audio["profile"])")
      expect((audio["channels"].int ?? 9) <= 2, "\(audio["channels"]) channels")
    }
  }

  private mutating func checkSize() {
    let source = processed.report["facts"]["video"]
    guard let width = video["width"].int, let height = video["height"].int,
      let sourceWidth = source["width"].double, let sourceHeight = source["height"].double
    else {
      problems.append("a size is missing")
      return
    }
    expect(width % 2 == 0 && height % 2 == 0, "a side is odd: \(width)x\(height)")
    expect(
      max(width, height) <= profile.long && min(width, height) <= profile.short,
      "\(width)x\(height) leaves the box of \(profile.name)")
    // A reduced picture keeps its shape; how far it is reduced, its width tells.
    let reduction = (Double(max(width, height)) + 1) / max(sourceWidth, sourceHeight)
    let scale = min(
      isReduced ? reduction : 1, Double(profile.long) / max(sourceWidth, sourceHeight),
      Double(profile.short) / min(sourceWidth, sourceHeight))
    for (side, sourceSide) in [(width, sourceWidth), (height, sourceHeight)] {
      // Rounded to a pixel, then down to even, and never below 2.
      let ideal = sourceSide * scale
      expect(
        side == 2 && ideal < 4 || (ideal - 2...ideal + 1).contains(Double(side)),
        "a side is \(side) where \(ideal) is ideal")
      expect(side == 2 || Double(side) <= sourceSide, "\(side) is more than \(sourceSide) was")
    }
  }

  private mutating func checkTags() {
    let allowed: Set = ["major_brand", "minor_version", "compatible_brands"]
    let format = movie.format["tags"].keys.filter { !allowed.contains($0) }
    expect(format.isEmpty, "the movie has the tags \(format)")
    for stream in movie.streams {
      let tags = stream["tags"]
      for key in tags.keys {
        let value = tags[key].string ?? ""
        let isBasic =
          key == "language" && value == "und" || key == "handler_name" && value.isEmpty
          || key == "vendor_id" && ["[0][0][0][0]", ""].contains(value)
        expect(isBasic, "a stream has the tag \(key)=\(value)")
      }
    }
  }

  /// How long the part of the source that can come out is presented, in seconds.
  ///
  /// Sound without a decoder counts for the verdict, and stays behind.
  private var sourceSpan: Double {
    let facts = processed.report["facts"]
    let sounds = facts["streams"].items.filter { $0["kind"].string == "audio" }
    if !sounds.isEmpty, sounds.allSatisfy({ $0["decodable"].bool == false }) {
      return facts["streams"][facts["video"]["index"].int ?? 0]["duration"].double ?? .nan
    }
    return facts["duration"]["presented"].double ?? .nan
  }

  private mutating func checkClock(span: Double?, sourceFrames: Int?) throws {
    let frame = 1 / profile.frameRate
    for stream in movie.streams {
      let start = stream["start_time"].double ?? .nan
      expect(abs(start) <= frame, "stream \(stream["index"]) starts at \(start) s")
    }
    let wanted = span ?? sourceSpan
    expect(
      abs(movie.duration - wanted) <= 0.05, "it lasts \(movie.duration) s, expected \(wanted) s")
    let frames = try movie.countFrames()
    expect(frames > 0, "it has no pictures")
    expect(
      Double(frames) <= movie.duration * profile.frameRate * 1.01 + 1,
      "\(frames) frames in \(movie.duration) s")
    let hidden = try movie.packets().filter { $0.kind == "video" && $0.isDiscarded }.count
    expect(hidden == 0, "\(hidden) pictures are hidden")
    guard let sourceFrames else { return }
    expect(frames <= sourceFrames, "\(frames) frames came out of \(sourceFrames)")
    let capped = min(Double(sourceFrames), wanted * profile.frameRate)
    let isUnderCap = Double(sourceFrames) <= wanted * profile.frameRate * 1.01
    expect(
      isUnderCap ? frames == sourceFrames : Double(frames) >= capped * 0.85 - 1,
      "only \(frames) of \(sourceFrames) frames came out")
  }

  private mutating func checkDecode() throws {
    // Without the time base, ffmpeg rounds to its guess of a frame rate and then complains of pictures
    // that fall together; it does so for the sources of such movies too.
    let decode = try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-xerror", "-i", Tool.fileURL(processed.movie),
      "-enc_time_base:v", "1:90000", "-f", "null", "-",
    ])
    expect(
      decode.ending == .exit(0) && decode.errors.isEmpty,
      "decoding says: \(decode.errors.prefix(200))")
  }

  private mutating func checkBytes(secrets: [String]) throws {
    for path in [processed.movie, processed.poster] {
      let data = try Data(contentsOf: URL(filePath: path))
      for text in ["Lavf", "Lavc", "x264"] + secrets {
        expect(data.range(of: Data(text.utf8)) == nil, "\(text) is in \(path.suffix(7))")
      }
    }
  }

  private mutating func checkPoster() throws {
    let poster = try PosterFile(processed.poster)
    expect(poster.isWhole, "the poster is no whole JPEG file")
    expect(poster.sampling == "2x2,1x1,1x1", "the poster's sampling is \(poster.sampling)")
    expect(
      poster.width == video["width"].int && poster.height == video["height"].int,
      "the poster has \(poster.width)x\(poster.height)")
    expect(profile.name != "low" || poster.bytes <= 100_000, "the poster has \(poster.bytes) bytes")
    let extras = poster.markers.filter { (0xe1...0xef).contains($0) || $0 == 0xfe }
    expect(extras.isEmpty, "the poster has the segments \(extras)")
    let picture = try FFprobe(processed.poster).streams.first ?? .null
    expect(picture["pix_fmt"].string == "yuvj420p", "the poster is \(picture["pix_fmt"])")
    let decode = try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-i", Tool.fileURL(processed.poster), "-f", "null", "-",
    ])
    expect(decode.errors.isEmpty, "decoding the poster says: \(decode.errors.prefix(200))")
  }

  private mutating func checkReport() throws {
    let report = processed.report
    let output = report["output"]
    let movieData = try Data(contentsOf: URL(filePath: processed.movie))
    let sum = try Tool.sha256sum.output(["--", processed.movie])
    expect(report["schema"].string == "clipgate.report/1", "schema is \(report["schema"])")
    expect(output["bytes"].int == movieData.count, "the report says \(output["bytes"]) bytes")
    expect(
      output["sha256"].string == String(decoding: sum.prefix(64), as: UTF8.self),
      "the report's sha256 is \(output["sha256"])")
    expect(output["path"].string == processed.movie, "the report's path is \(output["path"])")
    let facts = output["facts"]
    expect(
      abs((facts["duration"]["presented"].double ?? .nan) - movie.duration) <= 0.05,
      "the report's duration is \(facts["duration"])")
    expect(
      facts["video"]["width"].int == video["width"].int
        && facts["video"]["height"].int == video["height"].int,
      "the report's size is \(facts["video"]["width"])x\(facts["video"]["height"])")
    let frames = try movie.countFrames()
    expect(facts["video"]["frame_count"].int == frames, "frame_count is not \(frames)")
    let metadata = facts["metadata"]
    for key in ["location", "make", "model", "created"] {
      expect(metadata[key].bool == false, "the output's facts say \(key)")
    }
    let poster = try PosterFile(processed.poster)
    expect(
      report["poster"]["bytes"].int == poster.bytes
        && report["poster"]["width"].int == poster.width
        && report["poster"]["height"].int == poster.height,
      "the report's poster is \(report["poster"])")
    expect(
      ["copy", "remux", "encode"].contains(report["plan"]["action"].string ?? ""),
      "the plan is \(report["plan"])")
  }
}
