internal import Foundation
internal import TestSupport
internal import Testing

/// Movies in fragments some of which are not there.
@Suite(.readers) struct LostFragmentTests {
  /// 3 s in 15 fragments of 5 pictures.
  private static let kind = (
    name: "fragments.mp4",
    arguments: [
      "-g", "5", "-sc_threshold", "0", "-movflags", "frag_keyframe+delay_moov+default_base_moof",
    ]
  )

  /// The movie without these fragments.
  ///
  /// - Parameter isRenumbered: whether the others' numbers have no gap.
  private static func path(
    without lost: Range<Int>, isRenumbered: Bool = false, in folder: ScratchFolder
  ) throws -> String {
    let whole = try DamagedMovieTests.movie(kind, in: folder)
    let starts = whole.indices.dropLast(4).filter {
      whole[$0..<$0 + 4].elementsEqual("moof".utf8)
    }.map { $0 - 4 }
    try #require(starts.count > 12)
    var bytes = Array(whole[..<starts[lost.lowerBound]] + whole[starts[lost.upperBound]...])
    if isRenumbered {
      for (place, number) in starts.enumerated() where place >= lost.upperBound {
        // The box of 16 bytes after the header of 8: size, type, version and flags, number.
        let start = number - starts[lost.upperBound] + starts[lost.lowerBound] + 20
        for byte in 0..<4 {
          bytes[start + byte] = UInt8((place - lost.count + 1) >> (24 - 8 * byte) & 255)
        }
      }
    }
    return try folder.write(Data(bytes), as: "left-out-\(lost)-\(isRenumbered).mp4")
  }

  @Test func `A fragment that is left out is told, and what follows stays in its place`() throws {
    let folder = try ScratchFolder()
    let path = try Self.path(without: 6..<7, in: folder)
    let processed = try Clipgate.process(path)
    try #require(processed.isAccepted, "\(processed.summary)")
    #expect(processed.answer.warnings.sorted() == ["audio.damaged", "video.damaged"])
    let messages = processed.report["warnings"].items.compactMap { $0["message"].string }
    #expect(messages.contains { $0.hasPrefix("5 pictures are missing") }, "\(messages)")
    #expect(try Clipgate.verdict(path).warnings == processed.answer.warnings)
    try DamagedMovieTests.expectInStep(
      processed, with: Clipgate.process(folder.file(Self.kind.name)))
  }

  @Test func `More than a tenth of the pictures in fragments left out is too much`() throws {
    let folder = try ScratchFolder()
    let path = try Self.path(without: 6..<8, in: folder)
    #expect(try Clipgate.verdict(path).codes == ["movie.corrupt"])
    let processed = try Clipgate.process(path)
    #expect(processed.isRefused && processed.answer.codes == ["movie.corrupt"])
  }

  @Test func `A pause between fragments with consecutive numbers is none that is lost`() throws {
    let folder = try ScratchFolder()
    let path = try Self.path(without: 6..<8, isRenumbered: true, in: folder)
    let answer = try Clipgate.verdict(path, flags: ["--deep"])
    #expect(answer.isAccepted && answer.warnings == [], "\(answer.summary) \(answer.warnings)")
  }
}
