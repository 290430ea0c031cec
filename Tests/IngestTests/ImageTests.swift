import Foundation
import Rules
import TestSupport
import Testing

@testable import Ingest

/// The pictures of posts.
@Suite(.movies) struct ImageTests {
  /// The picture that a post shows, as another program reads it.
  private func shown(_ bytes: [UInt8]) throws -> ShownPicture {
    let output = try OpenFile()
    let (report, reasons) = try OpenFile(holding: bytes).image(into: output)
    let made = try #require(report, "\(reasons)")
    try Pipeline.verifyImage(descriptor: output.descriptor, image: made)
    let picture = try ShownPicture(output.path)
    #expect(picture.width == 150 && made.width == 150)
    #expect(picture.height == made.height)
    #expect(made.bytes == output.size && made.bytes <= 100_000)
    #expect(picture.beside == [])
    return picture
  }

  private func expect(
    _ color: [Int], at x: Double, _ y: Double, in picture: ShownPicture, within most: Int = 4,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let seen = picture.color(x: x, y: y)
    let isNear = zip(seen, color).allSatisfy { abs($0 - $1) <= most }
    #expect(isNear, "\(seen) for \(color)", sourceLocation: sourceLocation)
  }

  /// Red and green above blue and yellow.
  private static let quadrants: [[UInt16]] = [
    [200, 40, 40], [40, 200, 40], [40, 40, 200], [200, 200, 40],
  ]

  private static func quadrant(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> [UInt16] {
    quadrants[(y * 2 / height) * 2 + x * 2 / width]
  }

  private static let landscape = PNGMaker(colorType: 2, width: 200, height: 100) {
    quadrant($0, $1, 200, 100)
  }

  private func expectQuadrants(_ picture: ShownPicture, within most: Int = 4) {
    for (place, color) in Self.quadrants.enumerated() {
      expect(
        color.map(Int.init), at: place % 2 == 0 ? 0.25 : 0.75, place < 2 ? 0.25 : 0.75, in: picture,
        within: most)
    }
  }

  /// A picture in another format by the `ffmpeg` program.
  private static func converted(_ png: PNGMaker, _ arguments: [String]) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let source = try folder.write(Data(png.bytes), as: "in.png")
    let target = folder.file("out.jpg")
    let outcome = try Tool.ffmpeg.run(
      ["-v", "error", "-i", source] + arguments + ["-frames:v", "1", target])
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    return [UInt8](try Data(contentsOf: URL(filePath: target)))
  }

  /// A picture in another format by Pillow.
  static func byPillow(_ png: [UInt8], _ change: String) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let source = try folder.write(Data(png), as: "in.png")
    let target = folder.file("out")
    let script = "import sys, PIL.Image, PIL.ImageCms\ni = PIL.Image.open(sys.argv[1])\n\(change)"
    let python = try #require(Program.installed("python3"))
    let outcome = try python.run(["-c", script, source, target])
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    return [UInt8](try Data(contentsOf: URL(filePath: target)))
  }

  @Test(arguments: ["yuvj420p", "yuvj422p", "yuvj444p"])
  func `a JPEG keeps its colours, and its shape`(format: String) throws {
    let jpeg = try Self.converted(Self.landscape, ["-q:v", "2", "-pix_fmt", format])
    let picture = try shown(jpeg)
    #expect(picture.height == 75)
    expectQuadrants(picture, within: 6)
  }

  @Test func `a grey JPEG stays grey`() throws {
    let grey = PNGMaker(colorType: 0, width: 64, height: 64) { x, _ in [x < 32 ? 30 : 220] }
    let picture = try shown(Self.converted(grey, ["-q:v", "2", "-pix_fmt", "gray"]))
    expect([30, 30, 30], at: 0.2, 0.5, in: picture)
    expect([220, 220, 220], at: 0.8, 0.5, in: picture)
  }

  @Test(
    .enabled(if: ShownPicture.hasPillow),
    arguments: ["quality=95, progressive=True", "quality=95, keep_rgb=True"])
  func `progressive and RGB JPEG are read`(options: String) throws {
    expectQuadrants(
      try shown(Self.byPillow(Self.landscape.bytes, "i.save(sys.argv[2], 'JPEG', \(options))")),
      within: 6)
  }

  @Test(.enabled(if: ShownPicture.hasPillow))
  func `inks become colours`() throws {
    let jpeg = try Self.byPillow(
      Self.landscape.bytes, "i.convert('CMYK').save(sys.argv[2], 'JPEG', quality=95)")
    expectQuadrants(try shown(jpeg), within: 6)
  }

  // Exif 2.32, 4.6.4: where the coded picture's first row and first column are shown.
  private static let sides: [(row: String, column: String)] = [
    ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"), ("left", "top"),
    ("right", "top"), ("right", "bottom"), ("left", "bottom"),
  ]

  /// Where a quadrant of the coded picture is shown.
  private static func place(row: Int, column: Int, _ orientation: Int) -> (x: Double, y: Double) {
    let sides = sides[orientation - 1]
    func share(_ index: Int, _ isFar: Bool) -> Double { (index == 1) != isFar ? 0.75 : 0.25 }
    return orientation < 5
      ? (share(column, sides.column == "right"), share(row, sides.row == "bottom"))
      : (share(row, sides.row == "right"), share(column, sides.column == "bottom"))
  }

  static func tiff(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
    isLittle
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  }

  static func withExif(_ jpeg: [UInt8], _ tiff: [UInt8]) -> [UInt8] {
    let content = Array("Exif\0\0".utf8) + tiff
    let length = content.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + content
      + jpeg.dropFirst(2)
  }

  @Test(arguments: 1...8, [true, false])
  func `a picture is upright, however the camera was held`(
    orientation: Int, isLittle: Bool
  ) throws {
    let tiff = Self.tiff(UInt8(orientation), isLittle: isLittle)
    var png = Self.landscape
    png.extra = [("eXIf", tiff)]
    let jpeg = try Self.converted(Self.landscape, ["-q:v", "2", "-pix_fmt", "yuvj444p"])
    for file in [Self.withExif(jpeg, tiff), png.bytes] {
      let picture = try shown(file)
      #expect(picture.height == (orientation < 5 ? 75 : 300))
      for (number, color) in Self.quadrants.enumerated() {
        let place = Self.place(row: number / 2, column: number % 2, orientation)
        expect(color.map(Int.init), at: place.x, place.y, in: picture, within: 6)
      }
    }
  }

  @Test(arguments: [UInt8(8), 16], [true, false])
  func `colours of any depth are kept, and what is transparent lies on white`(
    depth: UInt8, hasAlpha: Bool
  ) throws {
    let scale: UInt16 = depth == 16 ? 257 : 1
    // The left half is clear, whatever its colour; the right one half so.
    let png = PNGMaker(
      colorType: hasAlpha ? 6 : 2, bitDepth: depth, width: 40, height: 30
    ) { x, _ in
      ([200, 40, 40] + (hasAlpha ? [x < 20 ? 0 : 128] : [])).map { $0 * scale }
    }
    let picture = try shown(png.bytes)
    #expect(picture.height == 113)
    expect(hasAlpha ? [255, 255, 255] : [200, 40, 40], at: 0.2, 0.5, in: picture)
    expect(hasAlpha ? [227, 147, 147] : [200, 40, 40], at: 0.8, 0.5, in: picture)
  }

  @Test(arguments: [UInt8(1), 2, 4, 8, 16])
  func `greys of any depth are kept`(depth: UInt8) throws {
    let most = (1 << Int(depth)) - 1
    let png = PNGMaker(colorType: 0, bitDepth: depth, width: 30, height: 30) { x, _ in
      [x < 15 ? 0 : UInt16(most)]
    }
    let picture = try shown(png.bytes)
    expect([0, 0, 0], at: 0.2, 0.5, in: picture)
    expect([255, 255, 255], at: 0.8, 0.5, in: picture)
    guard depth > 1 else { return }
    let third = PNGMaker(colorType: 0, bitDepth: depth, width: 8, height: 8) { _, _ in
      [UInt16(most / 3)]
    }
    expect([85, 85, 85], at: 0.5, 0.5, in: try shown(third.bytes))
  }

  @Test(arguments: [UInt8(8), 16])
  func `greys with opacity lie on white`(depth: UInt8) throws {
    let scale: UInt16 = depth == 16 ? 257 : 1
    let png = PNGMaker(colorType: 4, bitDepth: depth, width: 30, height: 30) { x, _ in
      [60 * scale, (x < 15 ? 0 : 255) * scale]
    }
    let picture = try shown(png.bytes)
    expect([255, 255, 255], at: 0.2, 0.5, in: picture)
    expect([60, 60, 60], at: 0.8, 0.5, in: picture)
  }

  @Test(arguments: [UInt8(1), 2, 4, 8], [true, false])
  func `palettes are looked up, with their opacity`(depth: UInt8, isClear: Bool) throws {
    var png = PNGMaker(colorType: 3, bitDepth: depth, width: 30, height: 30) { x, _ in
      [x < 15 ? 0 : 1]
    }
    png.palette = [200, 40, 40, 40, 40, 200]
    png.transparency = isClear ? [0] : nil
    let picture = try shown(png.bytes)
    expect(isClear ? [255, 255, 255] : [200, 40, 40], at: 0.2, 0.5, in: picture)
    expect([40, 40, 200], at: 0.8, 0.5, in: picture)
  }

  @Test(arguments: [
    (1, 1, 150), (1, 2, 300), (2, 1, 75), (20_000, 10, 1), (20_000, 400, 3), (151, 1, 1),
    (3, 1_300, 65_000), (10, 7, 105), (7, 10, 214),
  ])
  func `the width is 150 and the height in proportion, at least 1`(
    width: Int, height: Int, expected: Int
  ) throws {
    let png = PNGMaker(colorType: 0, bitDepth: 2, width: width, height: height) { _, _ in [1] }
    let picture = try shown(png.bytes)
    #expect(picture.height == expected)
    expect([85, 85, 85], at: 0.5, 0.5, in: picture)
  }

  /// A profile that tells red, green and blue, and nothing else.
  private static func profile(_ colors: [[Double]]) -> [UInt8] {
    func big(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    let names = ["rXYZ", "gXYZ", "bXYZ"]
    let tags = names.enumerated().flatMap { Array($1.utf8) + big(168 + 20 * $0) + big(20) }
    let values = colors.flatMap { color in
      Array("XYZ ".utf8) + big(0) + color.flatMap { big(Int(($0 * 65_536).rounded())) }
    }
    return [UInt8](repeating: 0, count: 128) + big(3) + tags + values
  }

  @Test(arguments: [true, false])
  func `colours of Display P3 become those of sRGB`(isWide: Bool) throws {
    let color: [UInt16] = [150, 120, 90]
    let png = PNGMaker(colorType: 2, width: 64, height: 64) { _, _ in color }
    let jpeg = try Self.converted(png, ["-q:v", "2", "-pix_fmt", "yuvj444p"])
    let profile = Self.profile(
      isWide
        ? [[0.5151, 0.2412, -0.0011], [0.2920, 0.6922, 0.0419], [0.1571, 0.0666, 0.7841]]
        : [[0.4361, 0.2225, 0.0139], [0.3851, 0.7169, 0.0971], [0.1431, 0.0606, 0.7139]])
    let content = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    let segment = [0xFF, 0xE2, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)]
    let picture = try shown(Array(jpeg.prefix(2)) + segment + content + jpeg.dropFirst(2))
    // By the matrices of both and sRGB's curve.
    expect(isWide ? [156, 119, 85] : [150, 120, 90], at: 0.5, 0.5, in: picture, within: 2)
  }

  @Test func `a fine pattern of noise fits`() throws {
    var random = SeededGenerator(seed: 5)
    let png = PNGMaker(colorType: 2, width: 150, height: 600) { _, _ in
      (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) }
    }
    #expect(try shown(png.bytes).height == 600)
  }

  @Test(.enabled(if: ShownPicture.hasPillow))
  func `names, places, profiles, thumbnails and comments are gone`() throws {
    let jpeg = try Self.byPillow(
      Self.landscape.bytes,
      """
      e = PIL.Image.Exif()
      e[271] = 'SecretMaker'; e[272] = 'SecretModel'
      e.get_ifd(0x8825)[2] = (48.0, 8.0, 1.0)
      p = PIL.ImageCms.ImageCmsProfile(PIL.ImageCms.createProfile('sRGB')).tobytes()
      i.save(sys.argv[2], 'JPEG', exif=e, icc_profile=p, comment=b'SecretComment', quality=95)
      """)
    try #require(jpeg.count > 1_000)
    let output = try OpenFile()
    let (report, _) = try OpenFile(holding: jpeg + Array("SecretTrailer".utf8)).image(into: output)
    #expect(report != nil)
    #expect(try ShownPicture(output.path).beside == [])
    #expect(String(decoding: output.bytes, as: UTF8.self).firstRange(of: "Secret") == nil)
    // Tables, frame and scan.
    #expect(Set(try PosterFile(output.path).markers) == [0xC0, 0xC4, 0xDA, 0xDB])
    #expect(try PosterFile(output.path).sampling == "2x2,1x1,1x1")
  }

  @Test(.enabled(if: ShownPicture.hasPillow && Program.installed("exiftool") != nil))
  func `another reader finds nothing but a picture`() throws {
    let output = try OpenFile()
    _ = try OpenFile(holding: Self.landscape.bytes).image(into: output)
    let exiftool = try #require(Program.installed("exiftool"))
    let told = try exiftool.run(["-G", "-s", output.path]).output
    let groups = Set(told.split(separator: "\n").compactMap { $0.split(separator: "]").first })
    #expect(groups.isSubset(of: ["[ExifTool", "[File", "[Composite"]), "\(told)")
  }
}

extension OpenFile {
  /// Makes the picture of a post of it.
  func image(
    into output: OpenFile, policy: Policy = Policy()
  ) throws -> (report: ImageReport?, reasons: [Reason]) {
    try Pipeline.image(descriptor: descriptor, policy: policy, into: output.descriptor)
  }
}
