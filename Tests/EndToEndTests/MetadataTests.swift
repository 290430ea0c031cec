internal import Foundation
internal import TestSupport
internal import Testing

/// Places, makers and dates: told as facts, gone from what comes out.
@Suite(.cases, .readers) struct MetadataTests {
  @Test("B135: a place in the movie is a fact and a warning")
  func placeIsTold() throws {
    let answer = try Clipgate.verdict(try CaseInputs.path("gps.mp4"))
    #expect(answer.isAccepted)
    #expect(answer.facts["metadata"]["location"].bool == true)
    #expect(answer.warnings.contains("privacy.location"))
    #expect(!answer.outcome.output.contains("48.85"))
  }

  @Test(
    "B135 B137: no place, maker or telemetry is left in movie and poster",
    arguments: ["gps.mp4", "telemetry.mov", "tmcd.mov", "chap.mp4"])
  func nothingIsLeft(_ name: String) throws {
    let processed = try Clipgate.process(try CaseInputs.path(name))
    try #require(processed.isAccepted, "\(processed.summary)")
    let check = try OutputCheck(
      processed,
      secrets: ["48.85", "2.295", "Apple", "GPS5", "gpmd", "tmcd", "01:00:00:00", "Lavf"])
    #expect(check.problems == [])
  }

  @Test(
    "B135: nothing that phones write of their owners is left", .corpus,
    arguments: [
      "apple_iphone_h264_rot90_mebx_ios9.mov", "apple_iphone_h264_portrait_568x320.MOV",
      "apple_livephoto_h264_pcm_mebx.mov", "android_pixel7_rot180_vfr.mp4",
      "android_samsung_sef_slow_motion.mp4", "apple_rotation_90.mov",
    ])
  func phones(_ name: String) throws {
    let processed = try Clipgate.process(try #require(Corpus.path(name)))
    try #require(processed.isAccepted, "\(processed.summary)")
    let secrets = [
      "com.apple", "com.android", "Apple", "iPhone", "Pixel", "samsung", "ISO6709", "Core Media",
      "SEFT", "mebx",
    ]
    for path in [processed.movie, processed.poster] {
      let data = try Data(contentsOf: URL(filePath: path))
      for secret in secrets {
        #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret) in \(path)")
      }
    }
  }
}
