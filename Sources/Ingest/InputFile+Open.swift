internal import FFmpeg
internal import Rules

extension InputFile {
  /// Opens the bytes as a movie, bounded by the policy in streams, pixels and processor time.
  ///
  /// - Parameter format: libavformat's name of the demuxer.
  func open(
    as format: String, _ container: Container, policy: Policy, interruption: Interruption
  ) throws -> Demuxer {
    let deadline = Clock.thread + .seconds(policy.maxCPUSeconds)
    return try Demuxer(
      descriptor: descriptor, size: size, format: format,
      limits: Demuxer.Limits(streams: policy.maxStreams, pixels: policy.maxPixels),
      infersTimestamps: container.infersTimestamps,
      isInterrupted: { interruption.isInterrupted || Clock.thread > deadline })
  }
}
