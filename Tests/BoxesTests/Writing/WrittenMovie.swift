import Boxes
import Foundation
import TestSupport

/// A source's samples written anew by the index writer, for other programs to look at.
struct WrittenMovie {
  let folder: MovieMakerProgram.TemporaryFolder
  let source: MovieMakerSource
  let video: WrittenVideoTrack
  let bytes: [UInt8]

  /// The new file.
  var path: String { folder.path("written.mp4") }
  /// What `ffmpeg` wrote of the same samples.
  var sourcePath: String { folder.path("source.mp4") }

  /// Writes the pictures and, where there is sound of `sampleRate`, `presentedSamples` of it
  /// behind 1,024 samples of priming; half a second of the one after half a second of the other.
  init(
    _ source: MovieMakerSource, width: Int = 128, height: Int = 96, presentedDuration: UInt64,
    sampleRate: UInt32 = 44_100, presentedSamples: UInt64 = 0
  ) throws {
    self.source = source
    // Through the cleaner, as the product does: no banner of the encoder stays.
    let configuration = try AVCConfiguration(record: source.avcConfiguration)
    let pictures = try source.video.map { sample in
      try AccessUnit(lengthPrefixed: sample.bytes.span, configuration: configuration).sample
    }
    video = WrittenVideoTrack(
      width: width, height: height, timescale: source.videoTimescale,
      avcConfiguration: try configuration.record(),
      samples: zip(source.video, pictures).map { sample, bytes in
        WrittenSample(
          size: UInt32(bytes.count), duration: sample.duration,
          compositionOffset: sample.compositionOffset, isSync: sample.isSync)
      }, presentedDuration: presentedDuration)
    var audio: WrittenAudioTrack?
    if !source.audio.isEmpty {
      audio = WrittenAudioTrack(
        sampleRate: sampleRate, channels: 1, audioSpecificConfig: source.audioSpecificConfig,
        bitRate: 64_000,
        samples: source.audio.map {
          WrittenSample(size: UInt32($0.bytes.count), duration: 1024)
        }, primingSamples: 1024, presentedSamples: presentedSamples)
    }
    var chunks: [WrittenChunk] = []
    var payload: [UInt8] = []
    func lay(_ track: WrittenChunk.Track, _ samples: ArraySlice<[UInt8]>) {
      guard !samples.isEmpty else { return }
      chunks.append(WrittenChunk(track: track, sampleCount: UInt32(samples.count)))
      for sample in samples { payload += sample }
    }
    var (restOfVideo, restOfAudio) = (pictures[...], source.audio.map(\.bytes)[...])
    while !restOfVideo.isEmpty || !restOfAudio.isEmpty {
      lay(.video, restOfVideo.prefix(12))
      lay(.audio, restOfAudio.prefix(21))
      (restOfVideo, restOfAudio) = (restOfVideo.dropFirst(12), restOfAudio.dropFirst(21))
    }
    bytes =
      try IndexWriter().index(
        video: video, audio: audio, chunks: chunks, payloadBytes: UInt64(payload.count)) + payload
    folder = try MovieMakerProgram.TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    try Data(source.file).write(to: URL(fileURLWithPath: sourcePath))
  }

  /// What `ffprobe` shows of these entries, one line each.
  func probe(_ entries: String, stream: String? = nil, _ path: String? = nil) throws -> [String] {
    let selection = stream.map { ["-select_streams", $0] } ?? []
    let output = try MovieMakerProgram.output(
      "ffprobe",
      ["-v", "error"] + selection + ["-show_entries", entries, "-of", "csv=p=0", path ?? self.path])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      $0.hasSuffix(",") ? String($0.dropLast()) : String($0)
    }
  }

  /// The hashes and times of all decoded frames of a file's stream.
  func frames(_ stream: String, _ path: String) throws -> String {
    String(
      decoding: try MovieMakerProgram.output(
        "ffmpeg",
        [
          "-v", "error", "-nostdin", "-i", path, "-map", "0:\(stream)", "-fps_mode",
          "passthrough", "-f", "framemd5", "-",
        ]), as: UTF8.self)
  }

  /// What `mediainfo` says, by kind of track.
  func information() throws -> [String: [String: Any]] {
    let output = try MovieMakerProgram.output("mediainfo", ["--Output=JSON", path])
    let object = try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
    let media = object?["media"] as? [String: Any]
    var tracks: [String: [String: Any]] = [:]
    for track in media?["track"] as? [[String: Any]] ?? [] {
      if let kind = track["@type"] as? String { tracks[kind] = track }
    }
    return tracks
  }
}
