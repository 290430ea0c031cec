internal import Foundation
internal import TestSupport
internal import Testing

/// WebM whose VP8 or VP9 has its opacity beside the pictures.
@Suite(.readers) struct OpacityTests {
  private static let codecs = [["libvpx"], ["libvpx-vp9"]]

  /// A second of grey 200, opaque or half transparent.
  private func part(_ codec: [String], isTransparent: Bool) throws -> String {
    let filter =
      isTransparent
      ? "format=yuva420p,geq=lum=200:cb=128:cr=128:a=128" : "geq=lum=200:cb=128:cr=128"
    return try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "color=black:s=160x120:r=25:d=1", "-vf", filter, "-auto-alt-ref", "0",
        "-pix_fmt", isTransparent ? "yuva420p" : "yuv420p", "-c:v",
      ] + codec, type: "webm")
  }

  @Test(arguments: codecs, [[true, false], [true], [true, false, true]])
  func `Pictures without an opacity are opaque, wherever they stand`(
    codec: [String], parts: [Bool]
  ) throws {
    let path = try MadeMovie.joined(
      parts.map { try part(codec, isTransparent: $0) }, type: "webm")
    #expect(try Clipgate.verdict(path, flags: ["--deep"]).isAccepted)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.answer.warnings == [])
    let pictures = try Pictures(processed.movie).pixels.map(Pictures.mean)
    try #require(pictures.count == 25 * parts.count)
    for (index, mean) in pictures.enumerated() {
      // 200 of 16 to 235 is 214 of 255.
      let wanted = parts[index / 25] ? 107.0 : 214
      #expect(abs(mean - wanted) < 5, "picture \(index): \(mean)")
    }
  }

  @Test(
    .enabled(if: !Sanitizer.isOn, "a sanitizer takes memory of its own"))
  func `An opacity of another size is passed over, and nothing is allocated for it`() throws {
    let whole = try part(["libvpx-vp9"], isTransparent: true)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    // The code that begins a key frame, of the picture and then of its opacity (VP9, 6.2).
    let starts = bytes.indices.dropLast(8).filter {
      bytes[$0..<$0 + 3].elementsEqual([0x49, 0x83, 0x42])
    }
    try #require(starts.count == 2)
    // Four bits later its width, and its height: 65,536 each.
    for place in (starts[1] + 4)..<(starts[1] + 7) { bytes[place] = 0xFF }
    bytes[starts[1] + 3] |= 0x0F
    bytes[starts[1] + 7] |= 0xF0
    let folder = try ScratchFolder()
    let path = try folder.write(Data(bytes), as: "large.webm")
    let run = try MeasuredRun(
      Program.clipgate(),
      ["process", "--unconfined", "--json", "-o", folder.file("out.mp4"), path],
      deadline: .seconds(60))
    #expect(run.outcome.ending == .exit(0), "\(run.outcome.errors)")
    #expect(run.peakBytes < 150_000_000)
    let first = try Pictures(folder.file("out.mp4")).pixels.first.map(Pictures.mean) ?? 0
    #expect(abs(first - 214) < 5, "\(first)")
  }
}
