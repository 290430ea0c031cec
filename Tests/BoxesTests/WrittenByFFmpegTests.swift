import Boxes
import Testing

/// Clips that another program writes while the test runs, and reads again as a second opinion.
@Suite(
  "Clips that FFmpeg writes", .serialized,
  .enabled(if: FFmpegTool.isInstalled, "ffmpeg and ffprobe are not installed"))
struct WrittenByFFmpegTests {
  static let kinds: [[String]] = [
    ["-movflags", "+faststart"],
    [],
    ["-movflags", "+negative_cts_offsets"],
    ["-movflags", "+rtphint"],
    ["-movflags", "+frag_keyframe+empty_moov"],
    ["-movflags", "+frag_keyframe+empty_moov+default_base_moof"],
    ["-movflags", "+frag_keyframe+empty_moov+omit_tfhd_offset"],
    ["-movflags", "+frag_keyframe+empty_moov+separate_moof"],
    ["-movflags", "+frag_keyframe"],
    ["-movflags", "+dash"],
    ["-f", "ismv"],
    ["-f", "mov", "-c:a", "pcm_s16le"],
    ["-f", "mov", "-c:a", "adpcm_ima_qt"],
    ["-f", "mov", "-c:a", "pcm_mulaw", "-timecode", "01:00:00:00"],
  ]

  @Test("are walked", arguments: kinds)
  func walked(options: [String]) throws {
    let movie = try walk(FFmpegTool.clip(options))
    #expect(movie.tracks.first?.sampleCount == 10)
    let picture = try #require(movie.tracks.first)
    // The fragment writer lets the first picture last until the next one is shown.
    let seconds = Double(picture.mediaDuration) / Double(picture.timescale)
    #expect(movie.isFragmented ? 1...1.2 ~= seconds : seconds == 1)
  }

  @Test("are refused wherever they are cut", arguments: [kinds[0], kinds[1], kinds[11]])
  func everyPrefix(options: [String]) throws {
    let bytes = try FFmpegTool.clip(options)
    for length in 0..<bytes.count where fault(Array(bytes[..<length])) == nil {
      Issue.record("\(length) of \(bytes.count) bytes pass")
    }
  }

  @Test("span what ffprobe says of their packets", arguments: [kinds[0], kinds[4], kinds[8]])
  func span(options: [String]) throws {
    let bytes = try FFmpegTool.clip(options)
    let picture = try #require(try walk(bytes).tracks.first { $0.handler == "vide" })
    let packets = try FFmpegTool.pictureTimes(bytes)
    let starts = packets.map(\.start)
    let ends = packets.map { $0.start + $0.duration }
    #expect(picture.compositionSpan?.lowerBound == starts.min())
    #expect(picture.compositionSpan?.upperBound == ends.max())
    #expect(picture.sampleCount == packets.count)
  }
}
