internal import CFFmpeg

/// What the loaded libav libraries are and can do, for people who ask what this machine has.
public enum Libraries {
  /// The release, as "5.1.9-0+deb12u1" (`av_version_info`).
  public static var release: String { unsafe String(cString: av_version_info()) }

  /// Each library with its version, as ("libavcodec", "59.37.100").
  public static var versions: [(name: String, version: String)] {
    [
      ("libavformat", dotted(avformat_version())), ("libavcodec", dotted(avcodec_version())),
      ("libavfilter", dotted(avfilter_version())), ("libswscale", dotted(swscale_version())),
      ("libswresample", dotted(swresample_version())), ("libavutil", dotted(avutil_version())),
    ]
  }

  /// Whether an encoder of that name is there (`avcodec_find_encoder_by_name`).
  public static func hasEncoder(_ name: String) -> Bool {
    unsafe avcodec_find_encoder_by_name(name) != nil
  }

  /// Whether a decoder of that name is there (`avcodec_find_decoder_by_name`).
  public static func hasDecoder(_ name: String) -> Bool {
    unsafe avcodec_find_decoder_by_name(name) != nil
  }

  private static func dotted(_ version: UInt32) -> String {
    "\(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
  }
}
