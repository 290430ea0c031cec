internal import Foundation
internal import TestSupport
internal import Testing

/// Wrong bits in coded pictures: told where a decoder can know of them.
///
/// A code that has room for nothing wrong hides them from every decoder: of single bits of H.264 about
/// four in five are told, of MPEG-4 and MPEG-2 about three in five, of JPEG a third, and of H.265, VP8
/// and VP9 hardly one. Of H.265 whose rows of blocks are coded apart (wavefronts, which the encoder
/// leaves out where it finds no threads) larger damage is told.
@Suite(.readers) struct BitErrorTests {
  /// A codec, how much of a picture is made wrong, and how many of 40 such movies are told at least.
  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var type: String
    var arguments: [String]
    /// Whether the rest of a picture is zeros, or a single bit is wrong.
    var isZeros = false
    var least: Int
  }

  static let kinds = [
    Kind(
      testDescription: "H.264", type: "mp4",
      arguments: ["-c:v", "libx264", "-preset", "fast", "-pix_fmt", "yuv420p"], least: 26),
    Kind(
      testDescription: "MPEG-4", type: "avi", arguments: ["-c:v", "mpeg4", "-q:v", "5"], least: 18),
    Kind(
      testDescription: "JPEG", type: "avi",
      arguments: ["-c:v", "mjpeg", "-q:v", "5", "-pix_fmt", "yuvj420p"], least: 8),
    Kind(
      testDescription: "H.265", type: "mkv",
      arguments: [
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
        "log-level=none:keyint=12:pools=2:wpp=1",
        "-pix_fmt", "yuv420p",
      ], isZeros: true, least: 12),
  ]

  @Test(arguments: kinds)
  func `Wrong bits that a decoder can know of are told`(_ kind: Kind) throws {
    let path = try MadeMovie.path(
      ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2,noise=alls=12:all_seed=3"]
        + kind.arguments + ["-g", "12"], type: kind.type)
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let pictures = try FFprobe(path).pictureBytes().filter { $0.count > 60 }
    try #require(pictures.count > 40)
    let folder = try ScratchFolder()
    var generator = SeededGenerator(seed: 11)
    let wrong = try (0..<40).map { number in
      var bytes = whole
      let picture = pictures[Int.random(in: 1..<pictures.count, using: &generator)]
      // Past the headers, which every decoder reads with care.
      if kind.isZeros {
        for index in picture.dropFirst(24) { bytes[index] = 0 }
      } else {
        let place = Int.random(in: picture.dropFirst(24), using: &generator)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      return try folder.write(Data(bytes), as: "\(number).\(kind.type)")
    }
    let verdicts = try Clipgate.check([path] + wrong, flags: ["--deep"])
    try #require(verdicts.count == 41)
    func isTold(_ verdict: JSON) -> Bool {
      (verdict["warnings"].items + verdict["reasons"].items).contains {
        ["video.damaged", "movie.corrupt"].contains($0["code"].string)
      }
    }
    #expect(!isTold(verdicts[0]))
    let told = verdicts.count { isTold($0) }
    #expect(told >= kind.least, "\(told) of 40")
  }
}
