import Boxes
import Testing

@Suite(
  "Files that people have",
  .enabled(if: SharedData.exists("corpus/expected.json"), Comment(rawValue: SharedData.reason)))
struct CorpusTests {
  struct Row: Decodable, CustomTestStringConvertible {
    let name: String
    let say: String
    /// Seconds that pictures are on screen, by an independent reader.
    let pictures: Double?

    var testDescription: String { name }

    var isMovieFile: Bool {
      ["mp4", "mov", "MOV", "3gp", "m4a"].contains { name.hasSuffix("." + $0) }
    }
  }

  static let rows = SharedData.rows("corpus/expected.json", as: Row.self).filter(\.isMovieFile)

  @Test("what is to be accepted is walked", arguments: rows.filter { $0.say == "accept" })
  func accepted(row: Row) throws {
    let movie = try walk(SharedData.bytes("corpus/" + row.name))
    let picture = try #require(movie.tracks.first { $0.handler == "vide" })
    #expect(picture.sampleCount > 0)
    // An edit list can only take away from what is stored.
    let stored = Double(picture.mediaDuration) / Double(picture.timescale)
    #expect(stored >= (row.pictures ?? 0) - 0.002)
  }

  @Test(
    "what is broken is refused",
    arguments: [
      ("bad_broken_no_moov.mp4", .truncated), ("bad_chunk_out_of_range.mp4", .corrupt),
      ("bad_ftyp_only_32.mp4", .truncated), ("bad_json_named.mp4", .notAMovie),
      ("browser_h264_annexb_in_mp4_cut.mp4", .truncated),
      ("mp4_64bit_truncated.mp4", .truncated), ("mp4_fragment_without_init.mp4", .notAMovie),
      ("mp4_malformed_free_box.mp4", .corrupt), ("mp4_partial_596s_cut.mp4", .truncated),
      ("mp4_webm_inside.mp4", .notAMovie),
    ] as [(String, BoxFault.Code)])
  func refused(name: String, code: BoxFault.Code) throws {
    #expect(fault(try SharedData.bytes("corpus/" + name))?.code == code)
  }

  @Test(
    "every other file is walked or refused, and soon", arguments: rows.filter { $0.say != "accept" }
  )
  func others(row: Row) throws {
    let bytes = try SharedData.bytes("corpus/" + row.name)
    let found = fault(bytes)
    #expect(found == nil || found?.offset ?? 0 <= UInt64(bytes.count))
  }

  @Test("a header that lies about a fragmented clip does not reach what is stored")
  func lyingHeader() throws {
    let movie = try walk(SharedData.bytes("corpus/mp4_fragmented_lying_39h.mp4"))
    let picture = try #require(movie.tracks.first)
    #expect(picture.sampleCount == 30)
    // 30 pictures of 1001 ticks at 30,000 a second.
    #expect(picture.mediaDuration == 30 * UInt64(picture.timescale) * 1_001 / 30_000)
  }

  @Test("a trimmed clip's hidden media is part of what is stored")
  func hiddenMedia() throws {
    let movie = try walk(SharedData.bytes("corpus/apple_livephoto_h264_pcm_mebx.mov"))
    let picture = try #require(movie.tracks.first)
    #expect(picture.mediaDuration * 15 == 31 * UInt64(picture.timescale))
    #expect(movie.declaredDuration.map { $0.ticks * 30 == 37 * UInt64($0.timescale) } == true)
  }

  @Test("encryption, missing descriptions and empty tracks are told")
  func oddities() throws {
    let encrypted = try walk(SharedData.bytes("corpus/mp4_fragmented_encrypted.mp4"))
    #expect(encrypted.tracks.map(\.hasEncryption) == [true, false])
    let undescribed = try walk(SharedData.bytes("corpus/mp4_missing_stsd.mp4"))
    #expect(undescribed.tracks.map(\.sampleEntry) == ["avc1", nil])
    let empty = try walk(SharedData.bytes("corpus/mp4_empty_second_video_track.mp4"))
    #expect(empty.tracks.map(\.sampleCount) == [30, 0, 45])
  }
}
