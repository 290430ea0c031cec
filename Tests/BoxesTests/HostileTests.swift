import Boxes
import Testing

@Suite(
  "Files that were made to harm",
  .enabled(if: SharedData.exists("hostile/manifest.json"), Comment(rawValue: SharedData.reason)))
struct HostileTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let file: String
    let outcome: String
    let cls: String

    var testDescription: String { file }

    var isMovieFile: Bool { file.hasSuffix(".mp4") || file.hasSuffix(".mov") }
  }

  static let rows = SharedData.rows("hostile/manifest.json", as: Row.self).filter(\.isMovieFile)

  private static func ending(of file: String) throws -> BoxFault? {
    fault(try SharedData.bytes("hostile/" + file))
  }

  @Test(
    "a good clip is walked",
    arguments: rows.filter { $0.outcome == "accept" && $0.cls != "type" })
  func accepted(row: Row) throws {
    #expect(try Self.ending(of: row.file) == nil)
  }

  @Test(
    "structure that lies is refused",
    arguments: rows.filter {
      // The one whose sums are right is for those who judge how long a movie lasts.
      $0.outcome == "reject" && ["container", "reference", "tables", "polyglot"].contains($0.cls)
        && $0.file != "stts-delta-huge.mp4"
    })
  func refused(row: Row) throws {
    #expect(try Self.ending(of: row.file) != nil)
  }

  @Test("years between pictures are told")
  func years() throws {
    let movie = try walk(SharedData.bytes("hostile/stts-delta-huge.mp4"))
    #expect(movie.tracks.first?.mediaDuration == UInt64(10 * 0x7FFF_FFFF))
  }

  @Test("a cut file is called truncated", arguments: rows.filter { $0.cls == "truncation" })
  func truncated(row: Row) throws {
    #expect(try Self.ending(of: row.file)?.code == .truncated)
  }

  @Test("an index that unfolds to 400 MB is not unfolded")
  func compressed() throws {
    #expect(try Self.ending(of: "cmov-zlib-bomb.mov")?.code == .compressedIndex)
  }

  @Test(
    "media at an address is refused",
    arguments: ["ref-dref-url-file.mov", "ref-dref-url-http.mov", "ref-rmra.mov"])
  func references(file: String) throws {
    #expect(try Self.ending(of: file)?.code == .externalReference)
  }

  @Test(
    "more than any recording has is too complex",
    arguments: [
      "free-200000.mp4", "elst-100000-edits.mp4", "stsz-2e31-constant.mp4",
    ])
  func tooComplex(file: String) throws {
    #expect(try Self.ending(of: file)?.code == .tooComplex)
  }

  @Test("every file ends the walk one way or the other", arguments: rows)
  func bounded(row: Row) throws {
    let bytes = try SharedData.bytes("hostile/" + row.file)
    var asked = 0
    let reader = BoxReader(size: UInt64(bytes.count)) { offset, count in
      asked += count
      return Array(bytes[Int(offset)..<Int(offset) + count])
    }
    _ = try? MovieStructure.walk(reader)
    #expect(asked <= 2 * bytes.count + 1_000_000)
  }

  @Test("every prefix of a good clip is refused")
  func everyPrefix() throws {
    let bytes = try SharedData.bytes("hostile/ok-moov-last.mp4")
    for length in 0..<bytes.count where fault(Array(bytes[..<length])) == nil {
      Issue.record("\(length) of \(bytes.count) bytes pass")
    }
  }
}
