internal import Foundation
internal import TestSupport
internal import Testing

/// Sound of many channels comes out in two, by the matrix of ITU-R BS.775.
@Suite(.readers) struct DownMixTests {
  /// One order of channels.
  struct Layout: Sendable, CustomTestStringConvertible {
    let name: String
    let channels: [String]
    /// The file's name and codec; Matroska tells only how many channels PCM has.
    let file: String
    let codec: String
    var testDescription: String { "\(name) in \(file)" }

    init(
      _ name: String, _ channels: String, _ file: String = "mix.mov",
      _ codec: String = "pcm_s16le"
    ) {
      self.name = name
      self.channels = channels.split(separator: " ").map(String.init)
      self.file = file
      self.codec = codec
    }
  }

  static let layouts = [
    Layout("mono", "FC"), Layout("stereo", "FL FR"), Layout("2.1", "FL FR LFE"),
    Layout("3.0", "FL FR FC"), Layout("4.0", "FL FR FC BC"), Layout("quad", "FL FR BL BR"),
    Layout("5.0", "FL FR FC BL BR"), Layout("5.1", "FL FR FC LFE BL BR"),
    Layout("5.1(side)", "FL FR FC LFE SL SR"), Layout("6.1", "FL FR FC LFE BC SL SR"),
    Layout("7.1", "FL FR FC LFE BL BR SL SR"),
    Layout("5.1", "FL FR FC LFE BL BR", "mix.mkv", "pcm_s16le"),
    Layout("7.1", "FL FR FC LFE BL BR SL SR", "mix.mkv", "pcm_s16le"),
    Layout("5.1", "FL FR FC LFE BL BR", "mix.mp4", "aac"),
    Layout("5.1(side)", "FL FR FC LFE SL SR", "mix.ts", "ac3"),
    Layout("5.1", "FL FR FC LFE BL BR", "mix.webm", "libopus"),
  ]

  /// How loud a channel is left and right before all are made so quiet that none clips.
  ///
  /// ITU-R BS.775-3, table 2: centre and surround at -3 dB; a centre behind is both surrounds, each
  /// at -3 dB. What only shakes the floor is left out.
  private static func weights(of channel: String) -> [Double] {
    let half = 0.5.squareRoot()
    return switch channel {
    case "FL": [1, 0]
    case "FR": [0, 1]
    case "FC": [half, half]
    case "BL", "SL": [half, 0]
    case "BR", "SR": [0, half]
    case "BC": [0.5, 0.5]
    default: [0, 0]
    }
  }

  /// The amplitude of a tone in a part of a channel.
  private static func amplitude(
    of frequency: Double, in samples: [Float], channel: Int, of count: Int
  ) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    // Half a second, in which every tone has whole periods.
    for index in 0..<24_000 {
      let sample = Double(samples[(9_600 + index) * count + channel])
      let angle = 2 * Double.pi * frequency * Double(index) / Sound.rate
      real += sample * cos(angle)
      imaginary += sample * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / 24_000
  }

  @Test(arguments: layouts)
  func `Every channel is as loud as the standard's matrix has it`(_ layout: Layout) throws {
    let folder = try ScratchFolder()
    let path = folder.file(layout.file)
    let tone = 0.5
    // The lowest channel of some codecs holds no more than 120 Hz.
    let frequencies = layout.channels.indices.map {
      layout.channels[$0] == "LFE" ? 60 : 300 + 200 * Double($0)
    }
    let sines = frequencies.map { "\(tone)*sin(2*PI*\($0)*t)" }.joined(separator: "|")
    let pictures = layout.file.hasSuffix("webm") ? "libvpx" : "libx264"
    let made = try Tool.ffmpeg.run([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "color=gray:s=64x64:r=5:d=1", "-f", "lavfi",
      "-i", "aevalsrc='\(sines)':c=\(layout.name):s=48000:d=1", "-c:v", pictures, "-pix_fmt",
      "yuv420p", "-c:a", layout.codec, "-b:a", "448k", "-mapping_family",
      layout.codec == "libopus" ? "1" : "-1", path,
    ])
    try #require(made.ending == .exit(0), "\(made.errors.suffix(300))")
    let processed = try Clipgate.process(path, flags: ["--profile", "high"])
    try #require(processed.isAccepted, "\(processed.summary)")
    let count = min(2, layout.channels.count)
    #expect(try FFprobe(processed.movie).audios.first?["channels"].int == count)
    let samples = try Sound.floats(
      Tool.ffmpeg.output([
        "-v", "error", "-i", Tool.fileURL(processed.movie), "-map", "0:a", "-f", "f32le", "-",
      ]))
    try #require(samples.count > 33_600 * count)
    let matrix = layout.channels.map { count == 1 ? [1] : Self.weights(of: $0) }
    // Full scale in all channels at once must not clip.
    let loudest = (0..<count).map { side in matrix.reduce(0) { $0 + $1[side] } }.max() ?? 1
    for (index, channel) in layout.channels.enumerated() {
      for side in 0..<count {
        let wanted = tone * matrix[index][side] / max(1, loudest)
        let found = Self.amplitude(
          of: frequencies[index], in: samples, channel: side, of: count)
        if wanted == 0 {
          #expect(found < 0.01, "\(channel) is heard on side \(side)")
        } else {
          #expect(abs(20 * log10(found / wanted)) <= 1, "\(channel) on side \(side): \(found)")
        }
      }
    }
    #expect(samples.allSatisfy { abs($0) <= 1.01 })
  }
}
