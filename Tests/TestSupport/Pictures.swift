internal import Foundation

/// The pictures of a movie as the `ffmpeg` program shows them, made small for comparison.
package struct Pictures: Sendable {
  /// How pictures are made small.
  package enum Form: Sendable {
    /// 32 × 18 grey pixels, a byte each.
    case grey
    /// 32 × 18 pixels of red, green and blue: comparable whatever matrix and range a movie is tagged.
    case colour
    /// Four pixels of red, green and blue: the mean colours of the quadrants, row by row.
    case quadrants

    var filter: String {
      switch self {
      case .grey: "scale=32:18:flags=area,format=gray"
      case .colour: "scale=32:18:flags=area+full_chroma_int+accurate_rnd,format=rgb24"
      case .quadrants: "format=rgb24,scale=2:2:flags=area"
      }
    }

    var bytes: Int {
      switch self {
      case .grey: 32 * 18
      case .colour: 32 * 18 * 3
      case .quadrants: 12
      }
    }
  }

  /// When each picture is shown, in seconds of the movie's own clock.
  package let times: [Double]
  package let pixels: [[UInt8]]
  /// What the decoder complained about.
  package let messages: String

  /// Decodes the first video stream that is no cover art.
  ///
  /// - Parameter upright: whether a display matrix turns the pictures.
  package init(_ path: String, as form: Form = .grey, upright: Bool = true) throws {
    var arguments = ["-nostdin", "-hide_banner", "-v", "info", "-copyts"]
    if !upright { arguments.append("-noautorotate") }
    arguments += [
      "-i", Tool.fileURL(path), "-map", "0:V:0", "-vf", "\(form.filter),showinfo", "-vsync",
      "passthrough", "-f", "rawvideo", "-",
    ]
    let outcome = try Tool.ffmpeg.run(arguments)
    let lines = outcome.errors.split(separator: "\n")
    times = lines.compactMap { line in
      guard line.contains("showinfo"), let mark = line.range(of: "pts_time:") else { return nil }
      return Double(line[mark.upperBound...].prefix { $0 != " " })
    }
    messages = lines.filter { $0.contains("rror") }.joined(separator: "\n")
    let bytes = [UInt8](outcome.outputData)
    pixels = stride(from: 0, to: bytes.count - form.bytes + 1, by: form.bytes).map {
      Array(bytes[$0..<$0 + form.bytes])
    }
  }

  package var count: Int { pixels.count }

  /// The mean absolute difference of two pictures of one form, in grey levels.
  package static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
    guard one.count == other.count, !one.isEmpty else { return .infinity }
    let total = zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(total) / Double(one.count)
  }

  /// The mean of a picture, in grey levels.
  package static func mean(_ picture: [UInt8]) -> Double {
    picture.isEmpty ? .nan : Double(picture.reduce(0) { $0 + Int($1) }) / Double(picture.count)
  }
}
