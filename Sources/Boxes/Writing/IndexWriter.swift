/// Writes the head of an output: everything of the file that comes before the coded bytes.
///
/// The muxer lays the samples down first and asks for the head afterwards, when every size is
/// known; the head ends with the header of `mdat`, so that the payload follows it immediately.
/// The file is exactly `ftyp`, `moov`, `mdat` (ISO/IEC 14496-12): the index first, so that a
/// player starts on the first bytes; no free space, no user data, no dates, no names.
public struct IndexWriter: Sendable {
  public init() {}

  /// The bytes before the payload, with every chunk offset right for a payload that follows.
  ///
  /// - Parameters:
  ///   - video: The picture track.
  ///   - audio: The sound track, nil for a silent output.
  ///   - chunks: In file order, how the samples were laid down; each track's samples exactly once.
  ///   - payloadBytes: How long the payload is; the samples' sizes must add up to it.
  public func index(
    video: WrittenVideoTrack, audio: WrittenAudioTrack?, chunks: [WrittenChunk],
    payloadBytes: UInt64
  ) throws(IndexWriterError) -> [UInt8] {
    let movie = try MovieIndex(video: video, audio: audio)
    let layout = try ChunkLayout(
      chunks, videoSizes: movie.videoTable.sizes, audioSizes: movie.audioTable?.sizes ?? [],
      payloadBytes: payloadBytes)
    // The head's length decides the offsets and, through their width, itself: it is laid down once
    // to be measured, and again in 64 bits where the last chunk lies too far for 32.
    var wide = layout.lastStart > UInt64(UInt32.max)
    var measured = try head(movie, layout, payloadBytes, payloadStart: 0, wide: wide)
    if !wide, layout.lastStart + UInt64(measured.count) > UInt64(UInt32.max) {
      wide = true
      measured = try head(movie, layout, payloadBytes, payloadStart: 0, wide: wide)
    }
    return try head(
      movie, layout, payloadBytes, payloadStart: UInt64(measured.count), wide: wide)
  }

  private func head(
    _ movie: MovieIndex, _ layout: ChunkLayout, _ payloadBytes: UInt64, payloadStart: UInt64,
    wide: Bool
  ) throws(IndexWriterError) -> [UInt8] {
    var builder = BoxBuilder()
    try builder.box("ftyp") { builder in
      builder.code("isom")
      builder.uint32(512)
      for brand in ["isom", "iso2", "avc1", "mp41"] { builder.code(brand) }
    }
    try movie.append(layout: layout, payloadStart: payloadStart, wide: wide, to: &builder)
    try appendDataHeader(payloadBytes, to: &builder)
    return builder.bytes
  }

  /// Appends the header of `mdat`, with a 64-bit size where it needs one (ISO/IEC 14496-12, 4.2).
  private func appendDataHeader(
    _ payloadBytes: UInt64, to builder: inout BoxBuilder
  ) throws(IndexWriterError) {
    let (size, overflow) = payloadBytes.addingReportingOverflow(8)
    if !overflow, let narrow = UInt32(exactly: size) {
      builder.uint32(narrow)
      builder.code("mdat")
    } else {
      let (size, overflow) = payloadBytes.addingReportingOverflow(16)
      guard !overflow else { throw IndexWriterError(.tooLarge) }
      builder.uint32(1)
      builder.code("mdat")
      builder.uint64(size)
    }
  }
}
