package import Foundation

/// The sound of a movie as the `ffmpeg` program plays it: one channel at 48 kHz.
///
/// Counted from the first shown thing of the movie; a sound that starts late is led by silence.
package struct Sound: Sendable {
  package static let rate = 48_000.0
  package let samples: [Float]

  package init(_ path: String) throws {
    let data = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-i", Tool.fileURL(path), "-map", "0:a:0", "-af",
      "aresample=48000:async=1:first_pts=0", "-ac", "1", "-f", "f32le", "-",
    ])
    samples = Self.floats(data)
  }

  /// Floats of 32 bits, little-endian.
  package static func floats(_ data: Data) -> [Float] {
    stride(from: 0, to: data.count - 3, by: 4).map { start in
      let bits = (0..<4).reduce(UInt32(0)) {
        $0 | UInt32(data[data.startIndex + start + $1]) << (8 * UInt32($1))
      }
      return Float(bitPattern: bits)
    }
  }

  /// In seconds.
  package var duration: Double { Double(samples.count) / Self.rate }

  /// The root mean square in decibels of full scale.
  package var level: Double {
    guard !samples.isEmpty else { return -.infinity }
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)
    return 10 * log10(max(power, 1e-12))
  }

  /// When the sound first exceeds a tenth of its peak, in seconds.
  package var onset: Double? {
    let peak = samples.map { abs($0) }.max() ?? 0
    guard peak > 0.001 else { return nil }
    return samples.firstIndex { abs($0) > peak / 10 }.map { Double($0) / Self.rate }
  }
}
