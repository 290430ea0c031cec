import Rules
import Synchronization
import Testing

@testable import ClipgateTool

@Suite struct ShowingTests {
  @Test(
    "What could change a terminal is shown escaped",
    arguments: [
      ("a\u{1b}[31m", "a\\x1b[31m"), ("a\nb", "a\\nb"), ("\u{202e}gpj.exe", "\\u{202e}gpj.exe"),
      ("\u{9b}0m", "\\x9b0m"), ("\u{2066}x", "\\u{2066}x"), ("ä 日本 👨‍👩‍👧", "ä 日本 👨‍👩‍👧"),
      ("\u{2028}", "\\u{2028}"), ("\r\n", "\\r\\n"),
    ])
  func escapes(text: String, shown: String) { #expect(Shown.escaped(text) == shown) }

  @Test(
    "A machine is sound while it has what the output and most movies need",
    arguments: [([String](), true), (["amrnb"], true), (["libx264"], false), (["h264"], false)])
  func doctor(missing: [String], isSound: Bool) {
    let parts = { (names: [String]) in
      names.map { Diagnosis.Part(name: $0, present: !missing.contains($0)) }
    }
    let diagnosis = Diagnosis(
      release: "5.1", libraries: [], encoders: parts(["libx264", "aac", "mjpeg"]),
      decoders: parts(["h264", "aac", "amrnb"]),
      confinement: Diagnosis.Confinement(landlock: nil, seccomp: false),
      temporaryDirectory: "/tmp", temporaryDirectoryIsWritable: true,
      database: Diagnosis.DataPart(kind: "sqlite", path: "/none/clipgate.db"),
      store: Diagnosis.DataPart(kind: "directory", path: "/none/store"))
    #expect(diagnosis.isSound == isSound)
  }

  @Test("Wide characters take two columns")
  func width() { #expect(Shown.width("a日é") == 4) }

  @Test(
    "The columns are those that people know",
    arguments: [
      (
        4.97, 1080, 1920, "hevc", "aac", 8_598_323,
        "4.97 s  1080×1920  30.0 fps  hevc+aac   8.2 MiB"
      ),
      (
        7.21, 1280, 720, "vp9", "opus", 1_153_434, "7.21 s   1280×720  30.0 fps  vp9+opus   1.1 MiB"
      ),
      (12.0, 640, 360, "h264", "aac", 419_430, "12.00 s   640×360  30.0 fps  h264+aac   0.4 MiB"),
    ])
  func columns(
    seconds: Double, width: Int, height: Int, video: String, audio: String, bytes: Int64,
    line: String
  ) {
    var columns = Columns(names: ["a"])
    let facts = Facts.sample(seconds, width, height, video, audio, bytes)
    #expect(columns.cells(facts) == line)
  }

  @Test("A reason shows its measure, its limit and what would help")
  func reason() {
    let reason = Reason(
      .durationTooLong, observed: 7.21, limit: 5, tolerance: 0.1, unit: "s", message: "",
      suggestion: "trim it: --from 0 --to 5")
    #expect(
      ReasonText.lines([reason], facts: nil, warnings: []) == [
        "          duration.too_long  7.21 s, at most 5 s (+0.1)    trim it: --from 0 --to 5"
      ])
  }

  @Test("A header that lies is told instead of the advice to trim")
  func lie() {
    let reason = Reason(
      .durationTooLong, observed: 12, limit: 5, tolerance: 0.1, unit: "s", message: "",
      suggestion: "trim it")
    var facts = Facts.sample(12, 640, 360, "h264", "aac", 1)
    facts.duration.declared = .seconds(4)
    let warning = Warning(.headerLies, message: "")
    #expect(
      ReasonText.lines([reason], facts: facts, warnings: [warning]) == [
        "          duration.too_long  12.00 s, at most 5 s (+0.1)   the header claims 4.00 s"
      ])
  }

  @Test(
    "A measure just over its limit does not look like the limit",
    arguments: [
      (5.101, "s", 5.0, "5.101 s, at most 5 s (+0.1)"),
      (10_485_761, "bytes", 10_485_760, "10,485,761 bytes, at most 10,485,760"),
      (40, "streams", 32, "40 streams, at most 32"),
    ])
  func close(observed: Double, unit: String, limit: Double, text: String) {
    let reason = Reason(
      .durationTooLong, observed: observed, limit: limit, tolerance: unit == "s" ? 0.1 : nil,
      unit: unit, message: "")
    #expect(ReasonText.detail(reason) == text)
  }

  @Test("Progress never falls, stays below 100 until the end, and is 100 once")
  func progress() {
    let drawn = Mutex<[String]>([])
    let now = Mutex(Duration.zero)
    var bar = ProgressBar(
      name: "a", terminal: .none,
      clock: {
        now.withLock { time in
          time += .milliseconds(150)
          return time
        }
      },
      write: { text in drawn.withLock { $0.append(text) } })
    for share in [0, 0.5, 0.4, 1, 1, .nan] { bar.show(share) }
    bar.finish()
    bar.finish()
    bar.show(0.5)
    let numbers = drawn.withLock { lines in
      lines.compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    }
    #expect(numbers == [0, 50, 99, 100])
  }

  @Test("The status of a run is the highest of 4, 3 and 1; a signal outweighs all")
  func statuses() {
    let all: [ClipgateTool.ExitStatus] = [.refused, .fault, .accepted, .files]
    #expect(all.reduce(ClipgateTool.ExitStatus.accepted) { $0.combined(with: $1) }.code == 4)
    #expect(ClipgateTool.ExitStatus.refused.combined(with: .files).code == 3)
    #expect(ClipgateTool.ExitStatus.refused.combined(with: .accepted).code == 1)
    #expect(ClipgateTool.ExitStatus.fault.combined(with: .interrupted(signal: 2)).code == 130)
    #expect(ClipgateTool.ExitStatus.interrupted(signal: 15).code == 143)
  }
}

extension Facts {
  /// A movie of a length, size, codecs and bytes; the rest is plain.
  static func sample(
    _ seconds: Double, _ width: Int, _ height: Int, _ video: String, _ audio: String, _ bytes: Int64
  ) -> Facts {
    let duration = Duration.milliseconds(Int64((seconds * 1000).rounded()))
    return Facts(
      bytes: bytes, container: .mp4, brand: nil, fastStart: true, fragmented: false,
      duration: DurationFacts(
        declared: duration, presented: duration, stored: duration, audioClock: duration),
      video: VideoFacts(
        index: 0, codec: video, profile: nil, pixelFormat: nil, bitDepth: 8, codedWidth: width,
        codedHeight: height, width: width, height: height, rotation: 0, mirrored: false,
        sampleAspectRatio: "1:1", frameCount: 150, frameRate: 30, variableFrameRate: false,
        interlaced: false, hdr: nil, dolbyVision: false,
        color: ColorFacts(range: nil, primaries: nil, transfer: nil, matrix: nil), bitRate: nil,
        keyFrames: 1, start: .zero),
      audio: AudioFacts(
        index: 1, codec: audio, profile: nil, channels: 2, sampleRate: 48_000, bitRate: nil,
        start: .zero, duration: duration),
      streams: [],
      metadata: MetadataFacts(location: false, make: false, model: false, created: false))
  }
}
