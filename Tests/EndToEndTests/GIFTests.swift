internal import Foundation
internal import TestSupport
internal import Testing

/// Animations whose frames draw on what the frames before left.
@Suite(.readers) struct GIFTests {
  /// One frame of an animation, in one colour.
  private struct Frame {
    var x = 0
    var y = 0
    var width = 64
    var height = 48
    /// Into the palette; the last entry is transparent.
    var color: UInt8
    /// Only a rectangle of this many columns and rows at the top left has it; the rest is transparent.
    var opaque: (columns: Int, rows: Int)?
    /// 1 leaves it, 2 clears its place, 3 brings back what was before.
    var disposal: UInt8 = 1
    /// In hundredths of a second.
    var delay: UInt16
  }

  private static let palette: [[Double]] = [
    [0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [255, 255, 0],
  ]
  private static let (black, red, green, blue, white, yellow) = (0, 1, 2, 3, 4, 5)
  private static let transparent: UInt8 = 127

  /// A file (GIF89a, 17 to 26) of these frames on a screen of 64 × 48.
  private static func file(_ frames: [Frame]) -> Data {
    func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    var bytes = Array("GIF89a".utf8) + word(64) + word(48) + [0xF6, 0, 0]
    for entry in 0..<128 {
      bytes += entry < palette.count ? palette[entry].map { UInt8($0) } : [90, 90, 90]
    }
    for frame in frames {
      bytes += [0x21, 0xF9, 4, frame.disposal << 2 | 1] + word(Int(frame.delay))
      bytes += [transparent, 0, 0x2C]
      bytes += word(frame.x) + word(frame.y) + word(frame.width) + word(frame.height) + [0, 7]
      var codes: [UInt8] = []
      for place in 0..<frame.width * frame.height {
        // The table starts anew before codes need more than the 8 bits of a byte.
        if place % 100 == 0 { codes.append(128) }
        let isOpaque =
          frame.opaque.map {
            place % frame.width < $0.columns && place / frame.width < $0.rows
          } ?? true
        codes.append(isOpaque ? frame.color : transparent)
      }
      codes.append(129)
      for start in stride(from: 0, to: codes.count, by: 255) {
        let block = codes[start..<min(start + 255, codes.count)]
        bytes += [UInt8(block.count)] + block
      }
      bytes.append(0)
    }
    return Data(bytes + [0x3B])
  }

  /// Processes an animation, and compares the four quarters of each picture.
  private func expect(_ file: Data, shows pictures: [[Int]], at times: [Double], end: Double) throws
  {
    let folder = try ScratchFolder()
    let processed = try Clipgate.process(
      try folder.write(file, as: "a.gif"), flags: ["--poster-at", "first"])
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.report["facts"]["duration"]["presented"].double == end)
    let output = processed.report["output"]["facts"]["duration"]["presented"].double ?? 0
    #expect(abs(output - end) < 0.001)
    let found = try Pictures(processed.movie, as: .quadrants)
    #expect(found.times.count == times.count)
    #expect(zip(found.times, times).allSatisfy { abs($0 - $1) < 0.001 }, "\(found.times)")
    #expect(found.pixels.count == pictures.count)
    for (index, (pixels, colors)) in zip(found.pixels, pictures).enumerated() {
      let right = colors.flatMap { Self.palette[$0] }
      #expect(
        zip(pixels, right).allSatisfy { abs(Double($0) - $1) < 24 }, "picture \(index): \(pixels)")
    }
    let poster = try #require(try Pictures(processed.poster, as: .quadrants).pixels.first)
    let first = try #require(pictures.first).flatMap { Self.palette[$0] }
    #expect(zip(poster, first).allSatisfy { abs(Double($0) - $1) < 24 })
  }

  private static func quarter(
    _ number: Int, _ color: Int, disposal: UInt8 = 1, delay: UInt16
  ) -> Frame {
    Frame(
      x: number % 2 * 32, y: number / 2 * 24, width: 32, height: 24, color: UInt8(color),
      disposal: disposal, delay: delay)
  }

  @Test("B107: frames are disposed of as they say, transparent places are black, delays are kept")
  func disposal() throws {
    let (black, red, green, blue, white, yellow) = (
      Self.black, Self.red, Self.green, Self.blue, Self.white, Self.yellow
    )
    let frames = [
      Frame(color: UInt8(red), delay: 8), Self.quarter(1, blue, disposal: 2, delay: 12),
      Self.quarter(2, green, disposal: 3, delay: 20),
      Frame(color: 0, opaque: (0, 0), delay: 5),
      // No browser shows a frame for a hundredth of a second or none, but for a tenth.
      Self.quarter(1, white, delay: 1), Frame(color: UInt8(yellow), opaque: (32, 24), delay: 0),
    ]
    try expect(
      Self.file(frames),
      shows: [
        [red, red, red, red], [red, blue, red, red], [red, black, green, red],
        [red, black, red, red], [red, white, red, red], [yellow, white, red, red],
      ], at: [0, 0.08, 0.2, 0.4, 0.45, 0.55], end: 0.65)
  }

  @Test("B107: what the first frame leaves open is black, also when it is cleared")
  func openCanvas() throws {
    let (black, green, white) = (Self.black, Self.green, Self.white)
    try expect(
      Self.file([
        Self.quarter(0, white, disposal: 2, delay: 10), Self.quarter(3, green, delay: 30),
        Frame(color: UInt8(white), opaque: (32, 24), delay: 10),
      ]),
      shows: [
        [white, black, black, black], [black, black, black, green],
        [white, black, black, green],
      ], at: [0, 0.1, 0.4], end: 0.5)
  }

  @Test("B107: a frame larger than the screen is cut to it")
  func largeFrame() throws {
    let (red, blue) = (Self.red, Self.blue)
    try expect(
      Self.file([
        Frame(width: 96, height: 72, color: UInt8(red), delay: 10),
        Self.quarter(3, blue, delay: 10),
      ]), shows: [[red, red, red, red], [red, red, red, blue]], at: [0, 0.1], end: 0.2)
  }
}
