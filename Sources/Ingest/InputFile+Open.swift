internal import Boxes
internal import FFmpeg
internal import Rules

extension InputFile {
  /// Opens the bytes as a movie, bounded by the policy in streams, pixels and processor time.
  ///
  /// - Parameters:
  ///   - format: libavformat's name of the demuxer.
  ///   - structure: of MP4 and QuickTime, what the walk over the boxes found.
  func open(
    as format: String, _ container: Container, _ structure: MovieStructure?, policy: Policy,
    interruption: Interruption
  ) throws -> Demuxer {
    let appliesEdits = structure?.appliesEdits ?? false
    let deadline = Clock.thread + .seconds(policy.maxCPUSeconds)
    return try Demuxer(
      descriptor: descriptor, size: size, format: format,
      options: appliesEdits ? [("ignore_editlist", "1")] : [],
      replacements: structure?.openEditDurations ?? [],
      beginnings: appliesEdits ? [:] : structure?.beginnings ?? [:],
      limits: Demuxer.Limits(streams: policy.maxStreams, pixels: policy.maxPixels),
      infersTimestamps: container.infersTimestamps,
      hidesDiscarded: !appliesEdits && structure?.mayHidePackets ?? true,
      isInterrupted: { interruption.isInterrupted || Clock.thread > deadline })
  }
}
