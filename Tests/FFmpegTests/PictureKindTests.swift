import TestSupport
import Testing

@testable import FFmpeg

/// What is left of a picture that does not decode.
@Suite(.movies) struct PictureKindTests {
  @Test(arguments: [
    (["libx264", "-x264-params", "open-gop=1:bframes=2:b-adapt=0"], "mkv"),
    (["libx264", "-bf", "2"], "mkv"), (["libx264", "-bf", "2"], "ts"),
    (["libx265", "-x265-params", "log-level=none"], "mkv"), (["mpeg2video", "-bf", "2"], "ts"),
    (["mpeg4", "-bf", "2"], "avi"), (["libvpx"], "webm"),
    (["libvpx-vp9", "-deadline", "realtime"], "webm"),
  ])
  func `a picture says that it leans on others, unless it is a key frame or destroyed`(
    encoder: [String], type: String
  ) throws {
    let formats = ["mkv": "matroska", "webm": "matroska", "ts": "mpegts", "avi": "avi"]
    let path = try Movies.card(encoder + ["-g", "6", "-pix_fmt", "yuv420p"], type: type)
    var demuxer = try Demuxer(OpenFile(path), try #require(formats[type]))
    let kind = PictureKind(demuxer.streams[0])
    let packet = try Packet()
    var keys = 0
    while try demuxer.read(into: packet) {
      // MPEG-4 writes a picture that is not coded as a byte.
      guard packet.size > 8 else { continue }
      let (isKey, claim) = (packet.isKey, kind.claim(of: packet))
      #expect(claim == (isKey ? .key : .leaning))
      keys += isKey ? 1 : 0
      let count = packet.size
      try packet.replace(bytes: Array(repeating: 0, count: count))
      let nothing = kind.claim(of: packet)
      #expect(nothing == nil)
    }
    #expect(keys > 3)
  }

  /// A message of three bytes that are not there, and a slice that would be a recovery point behind them.
  @Test(arguments: [false, true])
  func `a message that is cut off ends with its unit`(hasLengths: Bool) {
    let message: [UInt8] = [6, 5, 3]
    let slice: [UInt8] = [0x41, 0, 6, 1, 0x80]
    let bytes =
      hasLengths
      ? [0, 0, 3] + message + [0, 0, 5] + slice : [0, 0, 1] + message + [0, 0, 1] + slice
    let kind = PictureKind(
      codec: "h264", extradata: hasLengths ? [1, 66, 0, 30, 0xFE, 0xE0, 0] : [])
    // Lent for the call alone.
    let claim = unsafe bytes.withUnsafeBytes { unsafe kind.claim(of: $0) }
    #expect(claim == .leaning)
  }
}
