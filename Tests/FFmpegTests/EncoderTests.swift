import Boxes
import FFmpeg
import Foundation
import TestSupport
import Testing

@Suite(.movies) struct EncoderTests {
  /// The ramp's pictures in H.264, with what came of them.
  private func h264(
    frames: Int
  ) throws -> (packets: [EncodedPacket], extradata: [UInt8]) {
    var encoder = try Encoder.h264(
      width: 64, height: 48, timeBase: Ratio(1, 12_800), frameRate: Ratio(30, 1),
      constantRateFactor: 28)
    var packets: [EncodedPacket] = []
    var count = 0
    var demuxer = try Demuxer(OpenFile(MadeMovie.ramp()))
    try demuxer.decode(stream: 0) { frame in
      guard count < frames else { return }
      var picture = try frame.shared()
      picture.setTimestamp(Int64(count) * 512)
      try encoder.encode(picture) { packets.append($0) }
      count += 1
    }
    try encoder.finish { packets.append($0) }
    return (packets, encoder.extradata)
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    Data(bytes).range(of: Data(text.utf8)) != nil
  }

  @Test(arguments: [1, 2, 3, 29, 30])
  func `each picture is a packet, in order of decoding, the first one a key`(frames: Int) throws {
    let (packets, _) = try h264(frames: frames)
    #expect(packets.map(\.presentationTimestamp).sorted() == (0..<frames).map { Int64($0) * 512 })
    let decoding = packets.map(\.decodingTimestamp)
    #expect(zip(decoding, decoding.dropFirst()).allSatisfy { $0 < $1 })
    #expect(packets.allSatisfy { $0.decodingTimestamp <= $0.presentationTimestamp })
    #expect(packets.first?.isKey == true)
  }

  @Test func `the set-up bytes of H 264 are its parameter sets, of High profile`() throws {
    let extradata = try h264(frames: 1).extradata
    let configuration = try AVCConfiguration(annexB: extradata.span)
    #expect(configuration.profile == 100)
    #expect(configuration.sequenceParameterSets.count == 1)
    #expect(configuration.pictureParameterSets.count == 1)
  }

  @Test func `no trace of the encoder is left in a cleaned picture`() throws {
    let (packets, extradata) = try h264(frames: 30)
    let configuration = try AVCConfiguration(annexB: extradata.span)
    for packet in packets {
      let unit = try AccessUnit(annexB: packet.bytes.span, configuration: configuration)
      #expect(unit.hasPicture)
      #expect(unit.isKey == packet.isKey)
      for banner in ["x264", "Lavc", "Lavf", "options:"] {
        #expect(!contains(unit.sample, banner))
      }
    }
  }

  @Test(arguments: [1, 1023, 1024, 1025, 48_000], [1, 2])
  func `sound in AAC has its priming told and loses no sample`(count: Int, channels: Int) throws {
    var encoder = try Encoder.aac(sampleRate: 48_000, channels: channels, bitRate: 64_000)
    let padding = encoder.initialPadding
    let size = encoder.frameSize
    #expect(padding == 1024)
    #expect(size == 1024)
    var packets: [EncodedPacket] = []
    for start in stride(from: 0, to: count, by: size) {
      let piece = (start..<min(count, start + size)).map { Float(sin(Double($0) * 0.05)) * 0.3 }
      try encoder.encode(
        samples: Array(repeating: piece[...], count: channels), timestamp: Int64(start)
      ) { packets.append($0) }
    }
    try encoder.finish { packets.append($0) }
    #expect(packets.count * 1024 >= count + 1024)
    #expect(packets.first?.presentationTimestamp == -1024)
    let config = encoder.extradata
    // AAC-LC is object type 2; 48 kHz is index 3 (ISO/IEC 14496-3, 1.6.2.1).
    #expect(Array(config.prefix(2)) == [0x11, UInt8(0x80 | channels << 3)])
    let bytes = packets.flatMap(\.bytes) + config
    for banner in ["Lavc", "libav", "FFmpeg"] { #expect(!contains(bytes, banner)) }
  }

  @Test(arguments: [(16, 0), (235, 255), (126, 128)])
  func `a JPEG is of full range and holds nothing but the picture`(
    luma: Int, grey: Int
  ) throws {
    let path = try MadeMovie.ramp(frames: 1, base: luma)
    var graph = try PictureGraph(
      .init(width: 64, height: 48, pixelFormat: "yuv420p", timeBase: Ratio(1, 25)),
      chain: "scale=out_range=pc,format=yuvj420p")
    let out = try Frame()
    var demuxer = try Demuxer(OpenFile(path))
    try demuxer.decode(stream: 0) { frame in
      var picture = try frame.shared()
      picture.setTimestamp(0)
      try graph.push(picture)
      _ = try graph.pull(into: out)
    }
    var encoder = try Encoder.jpeg(width: 64, height: 48, quantizer: 2)
    var bytes: [UInt8] = []
    try encoder.encode(out) { bytes += $0.bytes }
    for banner in ["Lavc", "libav", "FFmpeg"] { #expect(!contains(bytes, banner)) }
    let folder = try ScratchFolder()
    let jpeg = try folder.write(Data(bytes), as: "picture.jpg")
    let file = try PosterFile(jpeg)
    #expect(file.isWhole)
    #expect("\(file.width)×\(file.height)" == "64×48")
    #expect(file.sampling == "2x2,1x1,1x1")
    #expect(Set(file.markers).isDisjoint(with: [0xE1, 0xED, 0xFE]))
    let shown = try Tool.ffmpeg.output([
      "-v", "error", "-i", jpeg, "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
    ])
    #expect(shown.count == 64 * 48 * 3)
    #expect(shown.allSatisfy { abs(Int($0) - grey) <= 3 })
  }

  @Test func `a better quantizer makes more bytes`() throws {
    let path = try Movies.card(["libx264", "-crf", "5"], type: "mp4", frames: 1)
    var sizes: [Int] = []
    for quantizer in [2, 8, 31] {
      var demuxer = try Demuxer(OpenFile(path))
      var encoder = try Encoder.jpeg(width: 128, height: 96, quantizer: quantizer)
      var graph = try PictureGraph(
        .init(width: 128, height: 96, pixelFormat: "yuv444p", timeBase: Ratio(1, 25)),
        chain: "format=yuvj420p")
      let out = try Frame()
      var size = 0
      try demuxer.decode(stream: 0) { frame in
        try graph.push(frame)
        _ = try graph.pull(into: out)
        try encoder.encode(out) { size += $0.bytes.count }
      }
      sizes.append(size)
    }
    #expect(sizes == sizes.sorted(by: >) && Set(sizes).count == 3)
  }

  @Test func `sizes that no encoder takes are an error`() {
    for (width, height) in [(0, 48), (63, 48), (-2, 2), (1 << 20, 1 << 20)] {
      do {
        _ = try Encoder.h264(
          width: width, height: height, timeBase: Ratio(1, 25), frameRate: Ratio(25, 1),
          constantRateFactor: 28)
        Issue.record("an encoder for \(width) × \(height)")
      } catch {
        #expect(error.code == .invalidData)
      }
    }
  }
}
