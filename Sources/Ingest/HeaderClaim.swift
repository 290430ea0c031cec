internal import Boxes
internal import FFmpeg
internal import Rules

/// What a container's header says the whole movie lasts.
///
/// libavformat gives a duration for more containers than state one: it counts a GIF's pictures,
/// reads the last page of an Ogg and the end of an FLV, and adds up fragments. Those are measures,
/// and not of all packets; what is told here is written in a header, or it is nil.
struct HeaderClaim {
  let file: InputFile
  let container: Container
  let structure: MovieStructure?
  /// What libavformat took from the header, before it read a packet.
  let opened: Duration?

  /// - Throws: `unreadable`.
  func duration() throws -> Duration? {
    switch container {
    case .mp4, .quicktime, .threeGP: structure.flatMap(Self.duration)
    case .matroska, .webm, .avi: opened
    case .flv: try FLVMetadata(file: file).duration()
    case .asf: try ASFProperties(file: file).duration()
    case .gif, .ogg, .mpegts, .mpegps, .mpegvideo: nil
    }
  }

  /// The movie header's, and where that says nothing, the longest of the tracks'.
  private static func duration(_ structure: MovieStructure) -> Duration? {
    if let whole = structure.declaredDuration, whole.ticks > 0 { return duration(whole) }
    let claims = structure.tracks.compactMap(\.declaredDuration)
    return claims.filter { $0.ticks > 0 }.map(duration).max()
  }

  private static func duration(_ claim: DeclaredDuration) -> Duration {
    Ratio(1, Int32(clamping: claim.timescale)).duration(Int64(clamping: claim.ticks))
  }
}
