/// Where each track's chunks begin in the payload.
struct ChunkLayout: Equatable {
  /// One track's chunks in file order.
  struct Chunks: Equatable {
    /// Bytes from the payload's start to each chunk's.
    var starts: [UInt64] = []
    /// Samples a chunk.
    var counts: [UInt32] = []
  }

  /// The picture's chunks.
  private(set) var video = Chunks()
  /// The sound's chunks, none for a silent output.
  private(set) var audio = Chunks()
  /// The greatest of all the starts.
  private(set) var lastStart: UInt64 = 0

  /// Walks the chunks over the sample sizes.
  ///
  /// Throws ``IndexWriterError/Code/chunks`` where they do not hold each sample exactly once, and
  /// ``IndexWriterError/Code/payload`` where the sizes do not add up to `payloadBytes`.
  init(
    _ chunks: [WrittenChunk], videoSizes: [UInt32], audioSizes: [UInt32], payloadBytes: UInt64
  ) throws(IndexWriterError) {
    var position: UInt64 = 0
    var restOfVideo = videoSizes[...]
    var restOfAudio = audioSizes[...]
    for chunk in chunks {
      lastStart = position
      switch chunk.track {
      case .video: try Self.place(chunk, &video, &restOfVideo, &position)
      case .audio: try Self.place(chunk, &audio, &restOfAudio, &position)
      }
    }
    guard restOfVideo.isEmpty else { throw IndexWriterError(.chunks, track: .video) }
    guard restOfAudio.isEmpty else { throw IndexWriterError(.chunks, track: .audio) }
    guard position == payloadBytes else { throw IndexWriterError(.payload) }
  }

  private static func place(
    _ chunk: WrittenChunk, _ chunks: inout Chunks, _ rest: inout ArraySlice<UInt32>,
    _ position: inout UInt64
  ) throws(IndexWriterError) {
    guard chunk.sampleCount > 0, chunk.sampleCount <= rest.count else {
      throw IndexWriterError(.chunks, track: chunk.track)
    }
    chunks.starts.append(position)
    chunks.counts.append(chunk.sampleCount)
    // Two tracks of fewer than 2^32 samples of fewer than 2^32 bytes: the sum fits but for the
    // last bits of a file that no disk holds, so it is checked all the same.
    for size in rest.prefix(Int(chunk.sampleCount)) {
      let (next, overflow) = position.addingReportingOverflow(UInt64(size))
      guard !overflow else { throw IndexWriterError(.tooLarge, track: chunk.track) }
      position = next
    }
    rest = rest.dropFirst(Int(chunk.sampleCount))
  }
}

extension ChunkLayout.Chunks {
  /// Appends `stsc` (ISO/IEC 14496-12, 8.7.4), one entry a run of equally long chunks.
  func appendCounts(to builder: inout BoxBuilder) throws(IndexWriterError) {
    let firsts = counts.indices.filter { $0 == 0 || counts[$0] != counts[$0 - 1] }
    try builder.fullBox("stsc") { builder throws(IndexWriterError) in
      builder.uint32(try Self.checked(firsts.count))
      for first in firsts {
        builder.uint32(try Self.checked(first + 1))
        builder.uint32(counts[first])
        builder.uint32(1)  // the only sample entry
      }
    }
  }

  /// Appends `stco`, or `co64` where offsets need 64 bits (8.7.5).
  func appendOffsets(
    payloadStart: UInt64, wide: Bool, to builder: inout BoxBuilder
  ) throws(IndexWriterError) {
    try builder.fullBox(wide ? "co64" : "stco") { builder throws(IndexWriterError) in
      builder.uint32(try Self.checked(starts.count))
      for start in starts {
        let (offset, overflow) = start.addingReportingOverflow(payloadStart)
        guard !overflow else { throw IndexWriterError(.tooLarge) }
        if wide {
          builder.uint64(offset)
        } else if let narrow = UInt32(exactly: offset) {
          builder.uint32(narrow)
        } else {
          throw IndexWriterError(.tooLarge)
        }
      }
    }
  }

  private static func checked(_ count: Int) throws(IndexWriterError) -> UInt32 {
    guard let count = UInt32(exactly: count) else { throw IndexWriterError(.tooLarge) }
    return count
  }
}
