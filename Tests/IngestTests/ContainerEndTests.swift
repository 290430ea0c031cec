import Rules
import TestSupport
import Testing

@testable import Ingest

@Suite struct ContainerEndTests {
  /// Whether a file of these bytes is as long as its header says.
  private func isWhole(_ bytes: [UInt8], _ container: Container) throws -> Bool {
    let file = try OpenFile(holding: bytes)
    do {
      try ContainerEnd(file: InputFile(descriptor: file.descriptor), container: container)
        .requireWhole()
      return true
    } catch let refusal as Refusal {
      #expect(refusal.reasons.map(\.code) == [.truncated])
      return false
    }
  }

  @Test(.movies, arguments: [("mkv", Container.matroska), ("webm", .webm), ("avi", .avi)])
  func `a file that is cut anywhere is cut short, a whole one is not`(
    type: String, container: Container
  ) throws {
    let encoder = type == "webm" ? "libvpx" : "mpeg4"
    let path = try MadeMovie.path(
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", encoder], type: type)
    let bytes = try OpenFile(path).bytes
    #expect(try isWhole(bytes, container))
    for tenth in 1...9 {
      let isWhole = try isWhole(Array(bytes.prefix(bytes.count * tenth / 10)), container)
      #expect(!isWhole, "\(tenth) tenths")
    }
    let lacksOne = try isWhole(bytes.dropLast(), container)
    #expect(!lacksOne)
  }

  @Test(.movies) func `a live recording, whose length is left open, is never cut short`() throws {
    let path = try MadeMovie.path(
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-c:v", "libvpx", "-live", "1"],
      type: "webm")
    let bytes = try OpenFile(path).bytes
    #expect(try isWhole(bytes, .webm))
    #expect(try isWhole(Array(bytes.prefix(bytes.count / 2)), .webm))
  }

  private static let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x80]
  private static let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]

  @Test(
    arguments: [
      (header + segment + [0x82, 1, 2], true), (header + segment + [0x83, 1, 2], false),
      (header + [0xEC, 0x82, 0, 0] + segment + [0x82, 1, 2], true),
      (header + [0xEC, 0x82, 0, 0] + segment + [0x83, 1, 2], false),
      (header + segment + [0xFF], true),
      (header + segment + [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], true),
      (header + segment + [1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], false),
      (header + segment + [0], true), (header + segment, true), (header, true), ([0x1A], true),
      ([0x1A, 0x45, 0xDF, 0xA3, 0xFF] + segment + [0x85], true), ([], true),
    ] as [([UInt8], Bool)])
  func `the segment ends where its size says, if it says`(bytes: [UInt8], isThere: Bool) throws {
    #expect(try isWhole(bytes, .matroska) == isThere)
  }

  @Test(
    arguments: [
      ([4, 0, 0, 0], true), ([5, 0, 0, 0], false), ([0, 0, 0, 0], true),
      ([0xFF, 0xFF, 0xFF, 0xFF], true), ([0xFF, 0xFE, 0xFF, 0xFF], false),
    ] as [([UInt8], Bool)])
  func `a RIFF chunk ends where its size says, if it says`(size: [UInt8], isThere: Bool) throws {
    #expect(try isWhole(Array("RIFF".utf8) + size + Array("AVI ".utf8), .avi) == isThere)
  }

  @Test(arguments: [
    (100_000, 12_000, false), (100_000, 9_000, true), (20_000, 4_000, true),
    (300_000, 200_000, false), (5_000, 5_000, false), (0, 0, true),
  ])
  func `zeros at the end are media that never came, unless they may be padding`(
    size: Int, zeros: Int, isThere: Bool
  ) throws {
    let bytes = Array(repeating: UInt8(1), count: size - zeros) + Array(repeating: 0, count: zeros)
    let file = try OpenFile(holding: bytes)
    let end = try ContainerEnd(file: InputFile(descriptor: file.descriptor), container: .mpegts)
    if isThere {
      try end.requireContent()
    } else {
      let refusal = #expect(throws: Refusal.self) { try end.requireContent() }
      #expect(refusal?.reasons.map(\.code) == [.truncated])
    }
  }

  @Test func `any bytes in a header are never a crash`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let count = Int.random(in: 0...40, using: &random)
      let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try isWhole(Self.header + noise, .matroska)
      _ = try isWhole(noise, .avi)
    }
    #expect(try isWhole(Array(repeating: 0xFF, count: 5000), .flv))
  }
}
