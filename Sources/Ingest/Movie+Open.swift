internal import FFmpeg
internal import Rules

extension Movie {
  /// Opens the movie's bytes again, for its pictures and its sound alone.
  func open(
    _ file: InputFile, policy: Policy, interruption: Interruption
  ) throws -> Demuxer {
    var demuxer = try file.open(
      as: self.demuxer, container, structure, policy: policy, interruption: interruption)
    guard video < demuxer.streams.count, audio ?? 0 < demuxer.streams.count else {
      throw IngestError(code: .fault, call: "avformat_find_stream_info")
    }
    demuxer.readOnly(streams: Set([video, audio].compactMap { $0 }))
    return demuxer
  }
}
