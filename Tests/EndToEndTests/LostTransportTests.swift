internal import Foundation
internal import TestSupport
internal import Testing

/// Transport streams some packets of which are not there.
@Suite(.readers) struct LostTransportTests {
  /// ISO/IEC 13818-1, 2.4.3.2.
  private static let packetSize = 188

  private static func packets(in folder: ScratchFolder) throws -> [[UInt8]] {
    let bytes = try DamagedMovieTests.movie(("whole.ts", ["-g", "75"]), in: folder)
    return stride(from: 0, to: bytes.count, by: packetSize).map {
      Array(bytes[$0..<$0 + packetSize])
    }
  }

  private static func id(_ packet: [UInt8]) -> Int { Int(packet[1] & 31) << 8 | Int(packet[2]) }

  /// FFmpeg's writer gives pictures 256 and sound 257.
  private static func places(of id: Int, in packets: [[UInt8]]) -> [Int] {
    packets.indices.filter { Self.id(packets[$0]) == id }
  }

  private static func warnings(_ packets: [[UInt8]], in folder: ScratchFolder) throws -> [String] {
    let path = try folder.write(Data(packets.joined()), as: "\(packets.count).ts")
    let answer = try Clipgate.verdict(path)
    return answer.isAccepted ? answer.warnings : ["\(answer.summary)"]
  }

  @Test func `An intact transport stream has no warning`() throws {
    let folder = try ScratchFolder()
    #expect(try Self.warnings(Self.packets(in: folder), in: folder) == [])
  }

  @Test(arguments: [(256, "video.damaged"), (257, "audio.damaged")])
  func `A packet that is missing in the middle is told`(id: Int, warning: String) throws {
    let folder = try ScratchFolder()
    var packets = try Self.packets(in: folder)
    let places = Self.places(of: id, in: packets)
    packets.remove(at: places[places.count * 2 / 3])
    #expect(try Self.warnings(packets, in: folder) == [warning])
    let processed = try Clipgate.process(folder.file("\(packets.count).ts"))
    #expect(processed.isAccepted && processed.answer.warnings.contains(warning))
  }

  @Test func `A burst that takes many packets of all streams is told of both`() throws {
    let folder = try ScratchFolder()
    var packets = try Self.packets(in: folder)
    let middle = packets.count / 2
    let id = Self.id
    // Not 16 of one stream, which its counter would not show.
    let count = (40...70).first { count in
      [256, 257].allSatisfy { wanted in
        packets[middle..<middle + count].count { id($0) == wanted } % 16 != 0
      }
    }
    packets.removeSubrange(middle..<middle + (try #require(count)))
    let warnings = try Self.warnings(packets, in: folder)
    #expect(Set(warnings) == ["audio.damaged", "video.damaged"], "\(warnings)")
  }

  @Test func `A packet that is sent twice, and one that says that it goes on anew, are none lost`()
    throws
  {
    let folder = try ScratchFolder()
    let whole = try Self.packets(in: folder)
    let places = Self.places(of: 256, in: whole)
    var twice = whole
    for place in [places[40], places[20]] { twice.insert(whole[place], at: place) }
    #expect(try Self.warnings(twice, in: folder) == [])
    var marked = whole
    let withFields = places.filter { whole[$0][3] & 0x20 != 0 && whole[$0][4] > 0 }
    let place = withFields[withFields.count / 2]
    marked[place][5] |= 0x80
    let before = try #require(places.last { $0 < place })
    marked.remove(at: before)
    #expect(try Self.warnings(marked, in: folder) == [])
    marked = whole
    marked.remove(at: before)
    #expect(try Self.warnings(marked, in: folder) == ["video.damaged"])
  }

  @Test func `Recordings that are joined byte by byte have lost nothing`() throws {
    let folder = try ScratchFolder()
    let short = ["-t", "1.2"]
    let first = try DamagedMovieTests.movie(("a.ts", short), in: folder)
    let path = try folder.write(Data(first + first), as: "joined.ts")
    let answer = try Clipgate.verdict(path)
    #expect(answer.isAccepted && answer.warnings == [], "\(answer.summary) \(answer.warnings)")
  }

  @Test func `Recordings whose times follow each other have lost nothing, with one table each`()
    throws
  {
    let folder = try ScratchFolder()
    let parts = try (0..<4).map { number in
      let path = try MadeMovie.path(
        [
          "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=1", "-f", "lavfi", "-i",
          "sine=r=48000:d=1", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac",
          "-pat_period", "10", "-output_ts_offset", "\(number)",
        ], type: "ts")
      return try Data(contentsOf: URL(filePath: path))
    }
    let path = try folder.write(Data(parts.joined()), as: "segments.ts")
    let answer = try Clipgate.verdict(path)
    #expect(answer.isAccepted && answer.warnings == [], "\(answer.summary) \(answer.warnings)")
    #expect(answer.facts["video"]["frame_count"].int == 100)
  }

  @Test func `Packets with a time before each, as cameras write them, are counted as well`()
    throws
  {
    let folder = try ScratchFolder()
    var packets = try Self.packets(in: folder)
    let timed = packets.map { [0, 0, 0, 0] + $0 }
    #expect(try Self.warnings(timed, in: folder) == [])
    let places = Self.places(of: 256, in: packets)
    packets.remove(at: places[places.count / 2])
    #expect(
      try Self.warnings(packets.map { [0, 0, 0, 0] + $0 }, in: folder) == ["video.damaged"])
  }
}
