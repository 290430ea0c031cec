internal import Foundation
internal import Glibc
internal import Rules
internal import Sandbox
internal import TestSupport
internal import Testing

/// The pictures of posts, each made in a child and read back in another.
@Suite struct ConfinedImageTests {
  private static let picture = PNGMaker(colorType: 6, width: 60, height: 40) { x, y in
    [UInt16(x * 4), UInt16(y * 6), 90, x < 30 ? 255 : 100]
  }.bytes

  /// What is said of a picture, and what was written.
  private func made(
    _ bytes: [UInt8], _ runner: Runner
  ) throws -> (report: ImageReport?, reasons: [Reason], file: Data) {
    let folder = try ScratchFolder()
    let source = try folder.write(Data(bytes), as: "in")
    let target = folder.file("out.jpg")
    // Names are lent for the calls.
    let input = unsafe open(source, O_RDONLY)
    let output = unsafe open(target, O_RDWR | O_CREAT, 0o600)
    defer { for file in [input, output] { close(file) } }
    let result = try ConfinedWork(runner: runner).image(input, into: output, policy: Policy())
    return (result.report, result.reasons, try Data(contentsOf: URL(filePath: target)))
  }

  @Test func `A picture comes out of the box 150 pixels wide`() throws {
    let made = try made(Self.picture, MovieInABox.runner())
    #expect(made.report == ImageReport(bytes: Int64(made.file.count), height: 100))
    #expect(made.reasons.isEmpty && made.file.starts(with: [0xFF, 0xD8]))
  }

  @Test func `What is no picture is refused with its reason`() throws {
    let made = try made(Array("no picture".utf8), MovieInABox.runner())
    #expect(made.report == nil && made.reasons.map(\.code) == [.notRecognized])
    #expect(made.file.isEmpty)
  }

  @Test func `The largest picture that is allowed has room in the box`() throws {
    // 33,177,600 pixels of 16 bits with opacity, of which one row is told again and again.
    let folder = try ScratchFolder()
    let path = folder.file("large.png")
    let ffmpeg = try #require(Program.installed("ffmpeg"))
    let outcome = try ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=red@0.5:s=7680x4320,format=rgba64be",
      "-frames:v", "1", path,
    ])
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    let made = try made([UInt8](Data(contentsOf: URL(filePath: path))), MovieInABox.runner())
    #expect(made.report?.height == 84, "\(made.reasons)")
  }

  @Test func `A picture that ends its decoder is refused in words for a picture`() throws {
    let made = try made(Self.picture, Attacker.runner("crash"))
    #expect(made.report == nil && made.reasons.map(\.code) == [.crashedDecoder])
    #expect(made.reasons.first?.message.hasPrefix("The picture ended its decoder") == true)
  }

  @Test func `Changed pictures kill no child`() throws {
    let runner = try MovieInABox.runner()
    let deaths: Set<Reason.Code> = [.crashedDecoder, .tookTooLong]
    for seed: UInt64 in 0..<60 {
      let made = try made(Mutation.of(Self.picture, seed: seed), runner)
      #expect(deaths.isDisjoint(with: made.reasons.map(\.code)), "seed \(seed)")
    }
  }

  @Test func `A lie about a picture is not believed`() throws {
    let request = Request.image(policy: Policy())
    for image in [
      ImageReport(bytes: 0, height: 10), ImageReport(bytes: 100_001, height: 10),
      ImageReport(bytes: 10, width: 151, height: 10), ImageReport(bytes: 10, height: 0),
    ] {
      #expect(!PlausibilityTests.isBelieved(.imaged(image, reasons: []), of: request))
    }
    let good = ImageReport(bytes: 10, height: 10)
    #expect(PlausibilityTests.isBelieved(.imaged(good, reasons: []), of: request))
    #expect(!PlausibilityTests.isBelieved(.imaged(nil, reasons: []), of: request))
    let reason = Reason(.corrupt, message: "x")
    #expect(!PlausibilityTests.isBelieved(.imaged(good, reasons: [reason]), of: request))
    #expect(!PlausibilityTests.isBelieved(.verifiedImage, of: request))
  }
}
