internal import CFFmpeg

/// The decoders that may run on a movie, by libavcodec's names.
///
/// A decoder that is not needed is attack surface only: those of subtitles, of stills other than
/// what movies hold, of screen and game formats are left out.
enum Allowed {
  static let decoders: [String] = [
    // pictures
    "h264", "hevc", "libdav1d", "vp8", "vp9", "mpeg4", "h263", "mpeg1video", "mpeg2video",
    "msmpeg4v1", "msmpeg4", "msmpeg4v2", "wmv1", "wmv2", "wmv3", "vc1", "flv", "theora", "mjpeg",
    "prores", "dvvideo", "gif", "png", "rawvideo", "vvc", "svq1", "svq3", "cinepak", "qtrle",
    // sound
    "aac", "aac_latm", "mp3float", "mp3", "mp2float", "mp2", "ac3", "eac3", "opus", "vorbis",
    "flac", "alac", "amrnb", "amrwb", "wmav1", "wmav2", "pcm_s8", "pcm_u8", "pcm_s16le",
    "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be", "pcm_f32le", "pcm_f32be",
    "pcm_f64le", "pcm_f64be", "pcm_alaw", "pcm_mulaw", "pcm_u16le", "pcm_u16be", "pcm_dvd",
    "pcm_bluray", "adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "nellymoser", "speex", "libspeex",
  ]

  /// The value of libav's `codec_whitelist`.
  static let decoderList = decoders.joined(separator: ",")

  /// The decoder that libavcodec would choose for a codec, if it is allowed.
  static func decoder(for codec: AVCodecID) -> UnsafePointer<AVCodec>? {
    // The registry's entries are static and live as long as the process.
    guard let found = unsafe avcodec_find_decoder(codec),
      unsafe decoders.contains(String(cString: found.pointee.name))
    else { return nil }
    return unsafe found
  }
}
