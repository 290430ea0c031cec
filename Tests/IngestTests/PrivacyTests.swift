import Foundation
import Rules
import TestSupport
import Testing

@Suite(.movies) struct PrivacyTests {
  private static let secrets = [
    "48.8584", "SecretMake", "SecretModel", "1987-06-05", "SecretTitle", "SecretComment",
    "SecretArtist", "SecretHandler", "SecretEncoder", "SecretChapter",
  ]

  private static func tags(_ scope: String) -> [String] {
    [
      "location=+48.8584+002.2945/", "location-eng=+48.8584+002.2945/", "make=SecretMake",
      "model=SecretModel", "com.apple.quicktime.make=SecretMake",
      "com.apple.quicktime.location.ISO6709=+48.8584+002.2945/",
      "creation_time=1987-06-05T04:03:02Z", "date=1987-06-05", "title=SecretTitle",
      "comment=SecretComment", "artist=SecretArtist", "encoder=SecretEncoder",
      "handler_name=SecretHandler", "description=SecretComment",
    ].flatMap { ["-metadata\(scope)", $0] }
  }

  @Test(
    arguments: [
      ("mp4", ["-movflags", "use_metadata_tags"], "aac"), ("mp4", [], "aac"),
      ("mov", ["-movflags", "use_metadata_tags"], "pcm_s16le"), ("mkv", [], "libvorbis"),
      ("3gp", [], "aac"),
    ] as [(String, [String], String)])
  func `nothing that was written about a movie is in what comes out`(
    type: String, flags: [String], sound: String
  ) throws {
    let folder = try ScratchFolder()
    let chapters = try folder.write(
      Data(
        ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=400\ntitle=SecretChapter\n".utf8),
      as: "chapters.txt")
    let path = folder.file("source.\(type)")
    let outcome = try Tool.ffmpeg.run(
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=0.4", "-f",
        "lavfi", "-i", "sine=d=0.4", "-i", chapters, "-map", "0", "-map", "1", "-map_metadata",
        "2", "-c:v", "libx264", "-c:a", sound,
      ] + flags + Self.tags("") + Self.tags(":s:v") + Self.tags(":s:a") + [path])
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    let source = try OpenFile(path)
    let before = Data(source.bytes)
    #expect(Self.secrets.contains { before.range(of: Data($0.utf8)) != nil })
    let run = try Run(source)
    #expect(run.report.accepted, "\(run.codes)")
    for file in [run.movie, run.poster] {
      let bytes = Data(file.bytes)
      #expect(bytes.count > 500)
      for secret in Self.secrets + ["Lavf", "Lavc", "x264", "libav"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret)")
      }
    }
    // Seconds from 1904 to that date, as MP4 counts them.
    let seconds: UInt32 = 2_632_708_982
    let date = Data([24, 16, 8, 0].map { UInt8(seconds >> $0 & 255) })
    #expect(Data(run.movie.bytes).range(of: date) == nil)
  }

  /// XMP as a camera writes it.
  private static let packet = Array(
    #"<x exif:GPSLatitude="48,51.4N" tiff:Make="SecretMake" tiff:Model="SecretModel"/>"#.utf8)

  @Test func `what only XMP tells of place and maker is a fact, and does not come out`() throws {
    var maker = MovieMaker(tracks: [try Movies.video()])
    let count = UInt32(Self.packet.count + 8)
    maker.trailingBoxes =
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + Array("XMP_".utf8)
      + Self.packet
    let run = try Run(OpenFile(holding: maker.bytes()))
    #expect(run.report.accepted, "\(run.codes)")
    #expect(
      run.report.facts?.metadata
        == MetadataFacts(location: true, make: true, model: true, created: false))
    #expect(run.warnings == ["privacy.location"])
    #expect(Data(run.movie.bytes).range(of: Data("Secret".utf8)) == nil)
  }
}
