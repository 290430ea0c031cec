internal import Foundation
internal import TestSupport
internal import Testing

/// What a test needs that a machine may not have; without it the test is skipped, never passed.
extension Trait where Self == ConditionTrait {
  static var corpus: Self { .enabled(if: Corpus.folder != nil, "../shared/corpus is not here") }

  static var hostile: Self { .enabled(if: Hostile.folder != nil, "../shared/hostile is not here") }

  static var cases: Self {
    .enabled(if: CaseInputs.absence == nil, "\(CaseInputs.absence ?? "the inputs are here")")
  }

  /// ffprobe, ffmpeg and mediainfo.
  static var readers: Self {
    .enabled(
      if: Tool.ffprobe.isInstalled && Tool.ffmpeg.isInstalled && Tool.mediainfo.isInstalled,
      "ffprobe, ffmpeg or mediainfo is not installed")
  }

  static var strace: Self { .enabled(if: Tool.strace.isInstalled, "strace is not installed") }
}

/// How much of a long test runs: a sample, or all of it where `CLIPGATE_SOAK` is set.
enum Soak {
  static let isOn = ProcessInfo.processInfo.environment["CLIPGATE_SOAK"] != nil

  static func count(_ sample: Int, soak: Int) -> Int { isOn ? soak : sample }
}

extension Corpus.Entry: CustomTestStringConvertible {
  package var testDescription: String { name }
}

extension Hostile.Entry: CustomTestStringConvertible {
  package var testDescription: String { name }
}
