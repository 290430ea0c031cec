internal import Foundation
internal import TestSupport
internal import Testing

/// Ogg files that are several recordings, one behind the other.
@Suite(.readers) struct ChainedOggTests {
  private static func recording(_ sound: String, _ length: String) throws -> [UInt8] {
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=\(length)", "-f", "lavfi", "-i",
        "sine=500:d=\(length):r=48000", "-c:v", "libtheora", "-c:a", sound,
      ], type: "ogv")
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  @Test(arguments: ["libvorbis", "flac", "libopus"])
  func `Recordings of the same or of other streams behind one another are refused as that`(
    sound: String
  ) throws {
    let first = try Self.recording(sound, "2")
    let second = try Self.recording(sound, "1.6")
    let folder = try ScratchFolder()
    let single = try Clipgate.verdict(try folder.write(Data(first), as: "single.ogv"))
    #expect(single.isAccepted && single.warnings == [], "\(single.summary)")
    let junk = [UInt8](repeating: 0x4F, count: 70_000)
    for (index, bytes) in [first + second, first + first, first + junk + second].enumerated() {
      let path = try folder.write(Data(bytes), as: "joined-\(index).ogv")
      let verdict = try Clipgate.verdict(path)
      #expect(verdict.isRefused && verdict.codes == ["movie.format_not_allowed"], "\(index)")
      #expect(try Clipgate.process(path).answer.codes == verdict.codes)
    }
  }
}
