internal import FFmpeg
internal import Rules

extension Movie {
  /// Opens the movie's bytes again, for its pictures and its sound alone.
  func open(
    _ file: InputFile, policy: Policy, interruption: Interruption
  ) throws -> Demuxer {
    let deadline = Clock.thread + .seconds(policy.maxCPUSeconds)
    var demuxer = try Demuxer(
      descriptor: file.descriptor, size: file.size, format: self.demuxer,
      limits: Demuxer.Limits(streams: policy.maxStreams, pixels: policy.maxPixels),
      infersTimestamps: container.infersTimestamps,
      isInterrupted: { interruption.isInterrupted || Clock.thread > deadline })
    guard video < demuxer.streams.count, audio ?? 0 < demuxer.streams.count else {
      throw IngestError(code: .fault, call: "avformat_find_stream_info")
    }
    demuxer.readOnly(streams: Set([video, audio].compactMap { $0 }))
    return demuxer
  }
}
