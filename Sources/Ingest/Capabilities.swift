internal import FFmpeg

/// What this machine's libraries offer to the pipeline.
public struct Capabilities: Sendable {
  /// FFmpeg's release, as "5.1.9-0+deb12u1".
  public var release: String
  /// Each library with its version.
  public var libraries: [(name: String, version: String)]
  /// The encoders that outputs need.
  public var encoders: [(name: String, present: Bool)]
  /// The decoders of what phones and browsers record.
  public var decoders: [(name: String, present: Bool)]

  /// Asks the loaded libraries.
  public static func current() -> Capabilities {
    Capabilities(
      release: Libraries.release, libraries: Libraries.versions,
      encoders: ["libx264", "aac", "mjpeg"].map { ($0, Libraries.hasEncoder($0)) },
      decoders: [
        "h264", "hevc", "vp8", "vp9", "libdav1d", "mpeg4", "mjpeg", "prores", "gif", "aac",
        "mp3float", "opus", "vorbis", "ac3", "alac", "amrnb",
      ].map { ($0, Libraries.hasDecoder($0)) })
  }
}
