import Foundation
import Rules
import TestSupport
import Testing

@testable import Ingest

/// Pictures that are none, that are broken, or that attack.
@Suite(.movies) struct ImageRefusalTests {
  private static let png = PNGMaker(colorType: 6, width: 40, height: 30) { x, y in
    [UInt16(x * 6), UInt16(y * 8), 90, UInt16(x * y % 256)]
  }.bytes

  /// A JPEG by the `ffmpeg` program.
  private static let jpeg = Result<[UInt8], any Error> {
    let folder = try ScratchFolder()
    let path = folder.file("out.jpg")
    let outcome = try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x120", "-frames:v", "1", "-q:v", "3", path,
    ])
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  /// Why a picture is refused; nothing may have been written then.
  private func reasons(_ bytes: [UInt8], policy: Policy = Policy()) throws -> [Reason.Code] {
    let output = try OpenFile()
    let (report, reasons) = try OpenFile(holding: bytes).image(into: output, policy: policy)
    #expect((report == nil) == !reasons.isEmpty)
    #expect((output.size == 0) == (report == nil))
    return reasons.map(\.code)
  }

  @Test(arguments: [
    "", "GIF89a\u{1}\0\u{1}\0\0\0\0;", "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "RIFF\u{24}\0\0\0WEBPVP8 ", "#!/bin/sh\n", "\0\0\0\u{18}ftypheic",
  ])
  func `what is neither JPEG nor PNG is not recognized`(text: String) throws {
    #expect(try reasons(Array(text.utf8)) == [text.isEmpty ? .fileEmpty : .notRecognized])
  }

  @Test func `a picture of more bytes than allowed is not read`() throws {
    let policy = Policy(maxBytes: Int64(Self.png.count) - 1)
    #expect(try reasons(Self.png, policy: policy) == [.fileTooLarge])
    #expect(try reasons(Self.png, policy: Policy(maxBytes: Int64(Self.png.count))) == [])
  }

  @Test func `a picture of more pixels than allowed is refused by its header`() throws {
    #expect(try reasons(Self.png, policy: Policy(maxPixels: 1_199)) == [.videoTooLarge])
    #expect(try reasons(Self.png, policy: Policy(maxPixels: 1_200)) == [])
    var jpeg = try Self.jpeg.get()
    let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0])).lowerBound
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try reasons(jpeg) == [.videoTooLarge])
  }

  @Test(.enabled(if: Hostile.path("dim-png-20000.png") != nil))
  func `the bomb of 20,000 by 20,000 is refused`() throws {
    let path = try #require(Hostile.path("dim-png-20000.png"))
    let bomb = [UInt8](try Data(contentsOf: URL(filePath: path)))
    #expect(try reasons(bomb) == [.videoTooLarge])
  }

  @Test func `a picture that is far too high for its width is refused`() throws {
    let needle = PNGMaker(colorType: 0, bitDepth: 1, width: 1, height: 2_000) { _, _ in [0] }
    #expect(try reasons(needle.bytes) == [.videoTooLarge])
  }

  @Test func `a file that is cut short anywhere is refused`() throws {
    for whole in [Self.png, try Self.jpeg.get()] {
      #expect(try reasons(whole) == [])
      for share in 1..<40 {
        let codes = try reasons(Array(whole.prefix(whole.count * share / 40)))
        #expect(codes == [.truncated], "\(share)/40")
      }
      for count in 1...3 { #expect(try !reasons(Array(whole.prefix(count))).isEmpty) }
      #expect(try reasons(whole.dropLast()) == [.truncated])
    }
  }

  @Test func `a JPEG whose scan ends early is damage, though the file ends well`() throws {
    let jpeg = try Self.jpeg.get()
    let scan = try #require(jpeg.firstRange(of: [0xFF, 0xDA])).lowerBound
    for share in 1...8 {
      let half = jpeg[..<(scan + 20 + (jpeg.count - scan - 20) * share / 10)]
      #expect(try reasons(Array(half) + [0xFF, 0xD9]) == [.corrupt], "\(share)/10")
    }
  }

  /// Lossless, arithmetic, of 12 bits, of inks without Adobe's word for them.
  @Test(arguments: [(1, 0xC3), (1, 0xC9), (4, 12)] as [(Int, UInt8)])
  func `kinds of JPEG that nobody sends are refused`(place: Int, value: UInt8) throws {
    var jpeg = try Self.jpeg.get()
    let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0])).lowerBound
    jpeg[frame + place] = value
    #expect(try reasons(jpeg) == [.codecNotSupported])
  }

  @Test(.enabled(if: ShownPicture.hasPillow))
  func `inks that nobody explains are refused`() throws {
    var jpeg = try ImageTests.byPillow(
      Self.png, "i.convert('CMYK').save(sys.argv[2], 'JPEG')")
    let adobe = try #require(jpeg.firstRange(of: Array("Adobe".utf8))).lowerBound
    jpeg[adobe] = 0x61
    #expect(try reasons(jpeg) == [.codecNotSupported])
  }

  @Test func `two frames, none, or too many scans are refused`() throws {
    let jpeg = try Self.jpeg.get()
    let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0])).lowerBound
    let header = jpeg[frame..<frame + 2 + Int(jpeg[frame + 3])]
    #expect(try reasons(Array(jpeg[..<2] + header + jpeg[2...])) == [.corrupt])
    #expect(try reasons([0xFF, 0xD8, 0xFF, 0xD9]) == [.corrupt])
    let scan = try #require(jpeg.firstRange(of: [0xFF, 0xDA])).lowerBound
    let scans = Array(repeatElement(jpeg[scan..<jpeg.count - 2], count: 101).joined())
    #expect(try reasons(Array(jpeg[..<scan]) + scans + [0xFF, 0xD9]) == [.tooComplex])
  }

  @Test func `a chunk whose checksum is wrong is damage`() throws {
    var png = Self.png
    let data = try #require(png.firstRange(of: Array("IDAT".utf8))).lowerBound
    png[data + 20] ^= 1
    #expect(try reasons(png) == [.corrupt])
  }

  @Test func `an orientation that contradicts itself is upright`() throws {
    let jpeg = try Self.jpeg.get()
    var wrong: [[UInt8]] = [[], [0x49], Array("II*\0".utf8), [UInt8](repeating: 0xFF, count: 200)]
    for number: UInt8 in [0, 9, 255] { wrong.append(ImageTests.tiff(number, isLittle: true)) }
    var far = ImageTests.tiff(6, isLittle: false)
    far.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    var many = ImageTests.tiff(6, isLittle: true)
    many.replaceSubrange(8..<12, with: [0xFF, 0xFF, 1, 1])
    for tiff in wrong + [far, many] {
      let output = try OpenFile()
      let (report, _) = try OpenFile(holding: ImageTests.withExif(jpeg, tiff)).image(into: output)
      // 160 by 120.
      #expect(report?.height == 113)
    }
  }

  @Test(arguments: 0..<8)
  func `changed pictures end in a whole picture or a reason`(part: UInt64) throws {
    for whole in [Self.png, try Self.jpeg.get()] {
      for seed in part * 50..<(part + 1) * 50 {
        let output = try OpenFile()
        let changed = Mutation.of(whole, seed: seed)
        let (report, reasons) = try OpenFile(holding: changed).image(into: output)
        #expect((report == nil) == !reasons.isEmpty, "seed \(seed)")
        guard let report else { continue }
        #expect(throws: Never.self, "seed \(seed)") {
          try Pipeline.verifyImage(
            descriptor: output.descriptor, image: report)
        }
      }
    }
  }

  @Test func `another picture than the one that was told is a fault`() throws {
    let output = try OpenFile()
    let made = try OpenFile(holding: Self.png).image(into: output)
    let report = try #require(made.report)
    let lies = [
      ImageReport(bytes: report.bytes + 1, height: report.height),
      ImageReport(bytes: report.bytes, height: report.height + 1),
      ImageReport(bytes: report.bytes, width: 151, height: report.height),
    ]
    for lie in lies {
      let error = #expect(throws: IngestError.self) {
        try Pipeline.verifyImage(descriptor: output.descriptor, image: lie)
      }
      #expect(error?.code == .fault)
    }
  }
}
