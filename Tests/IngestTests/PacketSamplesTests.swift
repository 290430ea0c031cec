import FFmpeg
import Foundation
import Rules
import TestSupport
import Testing

@testable import Ingest

/// How long sound lasts by the samples that its packets say they hold.
@Suite struct PacketSamplesTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    var encoder: String
    var type: String
    var rate = 48_000
    var pictures = "mpeg4"

    var testDescription: String { "\(encoder) at \(rate) Hz in \(type)" }
  }

  static let kinds = [
    Kind(encoder: "flac", type: "mp4"), Kind(encoder: "flac", type: "mkv", rate: 44_100),
    Kind(encoder: "flac", type: "ogv", pictures: "libtheora"),
    Kind(encoder: "alac", type: "mov", rate: 44_100), Kind(encoder: "alac", type: "mkv"),
    Kind(encoder: "libvorbis", type: "webm", pictures: "libvpx"),
    Kind(encoder: "libvorbis", type: "mkv", rate: 44_100),
    Kind(encoder: "libvorbis", type: "ogv", pictures: "libtheora"),
    Kind(encoder: "libopus", type: "ogv", pictures: "libtheora"),
    Kind(encoder: "vorbis", type: "mkv"), Kind(encoder: "libopus", type: "mkv"),
  ]

  @Test(.movies, arguments: kinds)
  func `the clock of sound has as many samples as a decoder gives`(_ kind: Kind) throws {
    // No number of packets is as long.
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-f", "lavfi", "-i",
        "anoisesrc=d=1.873:a=0.3:seed=4:r=\(kind.rate)", "-c:v", kind.pictures, "-c:a",
        kind.encoder, "-ac", "2", "-strict", "-2",
      ], type: kind.type)
    let decoded = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-",
    ])
    let wanted = Double(decoded.count / 4) / Double(kind.rate)
    try #require(wanted > 1.8)
    let file = try OpenFile(path)
    let examination = try Pipeline.examine(descriptor: file.descriptor, policy: Policy())
    let facts = try #require(withExtendedLifetime(file) { examination.facts })
    let clock = try #require(facts.duration.audioClock)
    #expect(abs(clock / .seconds(1) - wanted) < 0.000_03, "\(clock) \(wanted)")
    let length = try #require(facts.audio?.duration)
    #expect(abs(length / .seconds(1) - wanted) < 0.001_1, "\(length) \(wanted)")
  }

  /// The box around the set-up of ALAC, which says 4,096 samples a frame.
  private static let setup: [UInt8] =
    [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0, 0, 0, 16, 0] + Array(repeating: 0, count: 20)

  @Test(
    arguments: [
      ([0x20, 0, 0, 0], 4096), ([0x20, 0, 0x12, 0, 0, 0x01, 0xFE], 255), ([], 0),
      ([0x20, 0, 0x12, 0], 0),
      // More than a frame may have.
      ([0x20, 0, 0x12, 0, 0x01, 0, 0], 0),
    ] as [([UInt8], Int)])
  func `a frame of ALAC says its own samples, where it has fewer`(head: [UInt8], samples: Int) {
    #expect(PacketSamples.alac(head, Self.setup) == samples)
    #expect(PacketSamples.alac(head, []) == 0)
  }
}
