internal import Foundation

/// A picture file as another program shows it: Pillow where that is installed, which reads JPEG by
/// libjpeg, else `ffmpeg`.
package struct ShownPicture: Sendable {
  package let width: Int
  package let height: Int
  /// Red, green and blue of each pixel, row by row.
  package let pixels: [UInt8]
  /// What the reader found beside the pixels, as Exif or a profile; empty without Pillow.
  package let beside: Set<String>

  /// Whether Pillow is installed.
  package static let hasPillow: Bool =
    (try? python.run(["-c", "import PIL.Image"]).ending == .exit(0)) ?? false

  private static let python = Tool(name: "python3")

  package init(_ path: String) throws {
    if Self.hasPillow {
      let script = """
        import sys, PIL.Image
        image = PIL.Image.open(sys.argv[1])
        image.load()
        head = "%d %d %s\\n" % (*image.size, ",".join(sorted(map(str, image.info))))
        sys.stdout.buffer.write(head.encode() + image.convert("RGB").tobytes())
        """
      let outcome = try Self.python.run(["-c", script, path])
      let output = [UInt8](outcome.outputData)
      let end = output.firstIndex(of: 10) ?? output.endIndex
      let words = String(decoding: output[..<end], as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, let width = Int(words[0]), let height = Int(words[1]) else {
        throw ProgramError.notFound("a picture: \(outcome.errors)")
      }
      (self.width, self.height) = (width, height)
      pixels = Array(output[(end + 1)...])
      beside = Set(words[2].split(separator: ",").map(String.init))
    } else {
      let file = try PosterFile(path)
      (width, height) = (file.width, file.height)
      pixels = [UInt8](
        try Tool.ffmpeg.output([
          "-v", "error", "-i", Tool.fileURL(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-",
        ]))
      beside = []
    }
    guard pixels.count == width * height * 3 else { throw ProgramError.notFound("pixels") }
  }

  /// The mean colour of the middle of a part of the picture, in shares of its sides.
  package func color(x: Double, y: Double) -> [Int] {
    let (left, top) = (Int(x * Double(width)), Int(y * Double(height)))
    var sums = [0, 0, 0]
    var count = 0
    for row in max(0, top - 1)...min(height - 1, top + 1) {
      for column in max(0, left - 1)...min(width - 1, left + 1) {
        for part in 0..<3 { sums[part] += Int(pixels[(row * width + column) * 3 + part]) }
        count += 1
      }
    }
    return sums.map { ($0 + count / 2) / count }
  }
}
