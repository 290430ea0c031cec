internal import Foundation

/// A movie as the `mediainfo` program reads it, a reader that shares no code with FFmpeg.
package struct MediaInfo: Sendable {
  private let tracks: [JSON]

  package init(_ path: String) throws {
    tracks = try JSON(parsing: Tool.mediainfo.output(["--Output=JSON", path]))["media"]["track"]
      .items
  }

  private func track(_ type: String) -> JSON {
    tracks.first { $0["@type"].string == type } ?? .null
  }

  /// What breaks the contract's section 5, a sentence each.
  package func problems(asOutput profile: OutputProfile) -> [String] {
    var problems: [String] = []
    func expect(_ condition: Bool, _ problem: String) {
      if !condition { problems.append("mediainfo: \(problem)") }
    }
    let kinds = tracks.compactMap { $0["@type"].string }
    expect(
      kinds == ["General", "Video"] || kinds == ["General", "Video", "Audio"], "tracks \(kinds)")
    let general = track("General")
    let video = track("Video")
    expect(general["Format"].string == "MPEG-4", "format \(general["Format"])")
    expect(general["IsStreamable"].string == "Yes", "the index is not first")
    let wanted = [
      "Format": "AVC", "CodecID": "avc1", "ChromaSubsampling": "4:2:0", "BitDepth": "8",
      "ScanType": "Progressive", "colour_range": "Limited", "colour_primaries": "BT.709",
      "transfer_characteristics": "BT.709", "matrix_coefficients": "BT.709",
    ]
    for (key, value) in wanted.sorted(by: { $0.key < $1.key }) {
      // A scan type that the stream does not tell is progressive.
      let isUntold = key == "ScanType" && video[key].isNull
      expect(video[key].string == value || isUntold, "\(key) is \(video[key])")
    }
    expect((video["Rotation"].double ?? 0) == 0, "rotation \(video["Rotation"])")
    expect((video["PixelAspectRatio"].double ?? 1) == 1, "pixels \(video["PixelAspectRatio"])")
    let audio = track("Audio")
    if !audio.isNull {
      expect(audio["Format"].string == "AAC", "sound \(audio["Format"])")
      expect(audio["Format_AdditionalFeatures"].string == "LC", "sound is not AAC-LC")
    }
    let personal = [
      "Encoded_Date", "Tagged_Date", "Encoded_Application", "Encoded_Library",
      "Encoded_Library_Name", "Recorded_Date", "Recorded_Location", "Title", "Comment", "Performer",
    ]
    for track in [general, video, audio] {
      for key in personal where !track[key].isNull {
        problems.append("mediainfo: \(key) is \(track[key])")
      }
    }
    return problems
  }
}
