internal import FFmpeg
internal import Rules

extension InputFile {
  /// Opens the bytes as a movie, bounded by the policy in streams, pixels and processor time.
  ///
  /// - Parameters:
  ///   - format: libavformat's name of the demuxer.
  ///   - hidesDiscarded: whether an edit list may be why libav hides a packet.
  func open(
    as format: String, _ container: Container, hidesDiscarded: Bool, policy: Policy,
    interruption: Interruption
  ) throws -> Demuxer {
    let deadline = Clock.thread + .seconds(policy.maxCPUSeconds)
    return try Demuxer(
      descriptor: descriptor, size: size, format: format,
      limits: Demuxer.Limits(streams: policy.maxStreams, pixels: policy.maxPixels),
      infersTimestamps: container.infersTimestamps, hidesDiscarded: hidesDiscarded,
      isInterrupted: { interruption.isInterrupted || Clock.thread > deadline })
  }
}
