internal import Foundation

/// A movie as the `ffprobe` program reads it, the second opinion of the tests.
package struct FFprobe: Sendable {
  /// One packet of a stream, edit lists applied.
  package struct Packet: Sendable {
    package let stream: Int
    package let kind: String
    package let time: Double
    package let duration: Double
    package let isKey: Bool
    /// Whether the demuxer marks it as not to be shown.
    package let isDiscarded: Bool
  }

  package let path: String
  /// `-show_format -show_streams`.
  package let document: JSON

  package init(_ path: String) throws {
    self.path = path
    document = try JSON(
      parsing: Tool.ffprobe.output([
        "-v", "error", "-show_format", "-show_streams", "-of", "json", Tool.fileURL(path),
      ]))
  }

  package var format: JSON { document["format"] }
  package var streams: [JSON] { document["streams"].items }
  /// The video streams that are no cover art.
  package var videos: [JSON] {
    streams.filter {
      $0["codec_type"].string == "video" && $0["disposition"]["attached_pic"].int != 1
    }
  }
  package var audios: [JSON] { streams.filter { $0["codec_type"].string == "audio" } }
  /// The texts that the movie tells of itself: titles, places, makers, dates, encoders.
  package var tagTexts: [String] {
    let technical: Set = ["major_brand", "minor_version", "compatible_brands", "language"]
    return ([format] + streams).flatMap { part in
      part["tags"].keys.filter { !technical.contains($0) && !$0.hasPrefix("DURATION") }
        .compactMap { part["tags"][$0].string }
    }.filter { $0.utf8.count >= 6 }
  }
  package var duration: Double { format["duration"].double ?? .nan }

  /// The packets of all sound and picture streams that have a time, in the file's order.
  package func packets() throws -> [Packet] {
    let wanted = Set((videos + audios).compactMap { $0["index"].int })
    let data = try Tool.ffprobe.output([
      "-v", "error", "-show_entries",
      "packet=codec_type,stream_index,pts_time,duration_time,flags", "-of", "json",
      Tool.fileURL(path),
    ])
    return try JSON(parsing: data)["packets"].items.compactMap { packet in
      guard let stream = packet["stream_index"].int, wanted.contains(stream),
        let time = packet["pts_time"].double, let flags = packet["flags"].string
      else { return nil }
      return Packet(
        stream: stream, kind: packet["codec_type"].string ?? "", time: time,
        duration: packet["duration_time"].double ?? 0, isKey: flags.contains("K"),
        isDiscarded: flags.contains("D"))
    }
  }

  /// Where the bytes of each packet of the first video stream lie in the file.
  package func pictureBytes() throws -> [Range<Int>] {
    let data = try Tool.ffprobe.output([
      "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pos,size", "-of", "json",
      Tool.fileURL(path),
    ])
    return try JSON(parsing: data)["packets"].items.compactMap { packet in
      guard let start = packet["pos"].double, let size = packet["size"].double else { return nil }
      return Int(start)..<Int(start + size)
    }
  }

  /// When the first thing is shown, in seconds of the movie's own clock.
  ///
  /// Never below 0: what lies before 0 is priming of an encoder, which no player presents.
  package func firstShown() throws -> Double {
    max(0, try packets().filter { !$0.isDiscarded }.map(\.time).min() ?? 0)
  }

  /// The pictures of the first video stream that a full decode shows.
  package func countFrames() throws -> Int {
    let data = try Tool.ffprobe.output([
      "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
      "stream=nb_read_frames", "-of", "json", Tool.fileURL(path),
    ])
    return try JSON(parsing: data)["streams"][0]["nb_read_frames"].double.map { Int($0) } ?? 0
  }
}
