import Rules
import Testing

@Suite("The verdict on how long a movie lasts")
struct DurationJudgementTests {
  @Test(
    "A movie may last the limit and its tolerance, and not a nanosecond more",
    arguments: [
      (.milliseconds(4_999), true), (.milliseconds(5_000), true), (.milliseconds(5_040), true),
      (.milliseconds(5_100), true), (.nanoseconds(5_100_000_001), false),
      (.milliseconds(5_101), false), (.seconds(12), false), (.seconds(36_000), false),
    ] as [(Duration, Bool)])
  func limit(presented: Duration, passes: Bool) {
    #expect(
      verdict(.example(presented: presented)).codes == (passes ? [] : ["duration.too_long"]))
  }

  @Test(
    "The limit and the tolerance are the policy's",
    arguments: [
      (.seconds(3), .zero, .seconds(3), true), (.seconds(3), .zero, .milliseconds(3_001), false),
      (.seconds(3), .seconds(1), .seconds(4), true),
      (.seconds(3), .seconds(1), .milliseconds(4_001), false),
      (.milliseconds(500), .milliseconds(1), .milliseconds(502), false),
      (.seconds(60), .milliseconds(100), .seconds(60), true),
    ] as [(Duration, Duration, Duration, Bool)])
  func policy(limit: Duration, tolerance: Duration, presented: Duration, passes: Bool) {
    let policy = Policy(maxDuration: limit, tolerance: tolerance)
    #expect(verdict(.example(presented: presented), policy).accepted == passes)
  }

  @Test("A movie that is too long is told its length, the limit, its stream and the cut to make")
  func reason() {
    let facts = Facts.example(
      presented: .milliseconds(7_210),
      streams: [.video(.milliseconds(7_210)), .sound(.seconds(7))])
    #expect(
      verdict(facts).reasons == [
        Reason(
          .durationTooLong, observed: 7.21, limit: 5, tolerance: 0.1, unit: "s", stream: 0,
          message: "The movie lasts 7.21 s; at most 5 s are allowed.",
          suggestion: "trim it: --from 0 --to 5")
      ])
  }

  @Test("A movie just over the limit is not said to last the limit")
  func messageIsFine() {
    let reason = verdict(.example(presented: .microseconds(5_100_400))).reasons.first
    #expect(reason?.message == "The movie lasts 5.1004 s; at most 5 s are allowed.")
  }

  @Test("The stream at fault is the one that runs longest, a cover never")
  func stream() {
    let facts = Facts.example(
      presented: .seconds(9),
      streams: [
        .video(.seconds(4)), .sound(.seconds(8), index: 1), .sound(.seconds(9), index: 2),
        .video(.seconds(99), index: 3, attachedPicture: true),
      ])
    #expect(verdict(facts).reasons.first?.stream == 2)
  }

  @Test("The stream at fault is the video where no stream tells its length")
  func streamUnknown() {
    let facts = Facts.example(presented: .seconds(9), streams: [.sound(nil), .video(nil)])
    #expect(verdict(facts).reasons.first?.stream == 0)
  }

  @Test(
    "The clock of the sound counts too",
    arguments: [
      (.milliseconds(5_100), true), (.nanoseconds(5_100_000_001), false), (.seconds(60), false),
    ] as [(Duration, Bool)])
  func audioClock(clock: Duration, passes: Bool) {
    let facts = Facts.example(audioClock: clock)
    #expect(verdict(facts).codes == (passes ? [] : ["duration.too_long"]))
  }

  @Test("Sound that outlasts its time stamps is told by its own clock, and no cut is suggested")
  func audioClockReason() {
    #expect(
      verdict(.example(audioClock: .seconds(60))).reasons == [
        Reason(
          .durationTooLong, observed: 60, limit: 5, tolerance: 0.1, unit: "s", stream: 1,
          message: "The movie's sound lasts 60 s; at most 5 s are allowed.")
      ])
  }

  @Test(
    "Of two clocks over the limit what is presented is told, once",
    arguments: [(7, 9, 7.0), (9, 7, 9.0), (9, 9, 9.0)])
  func presentedFirst(presented: Int, clock: Int, observed: Double) {
    let facts = Facts.example(presented: .seconds(presented), audioClock: .seconds(clock))
    #expect(verdict(facts).reasons.map(\.observed) == [observed])
    #expect(verdict(facts).reasons.map(\.suggestion) == ["trim it: --from 0 --to 5"])
  }

  @Test("The clock of the sound speaks for the whole movie, not for a part of it")
  func audioClockOfPart() {
    let facts = Facts.example(presented: .seconds(9), audioClock: .seconds(9))
    #expect(verdict(facts, trim: Trim(end: .to(.seconds(4)))).accepted)
  }

  @Test("A cut that takes nothing away does not silence the clock of the sound")
  func audioClockOfWhole() {
    let facts = Facts.example(presented: .seconds(4), audioClock: .seconds(60))
    #expect(verdict(facts, trim: Trim(fit: true)).codes == ["duration.too_long"])
  }

  @Test("A movie without a duration is refused")
  func unknown() {
    #expect(verdict(.example(presented: nil)).codes == ["duration.unknown"])
  }

  @Test("A movie that lasts no time and shows no picture is refused")
  func nothingShown() {
    let facts = Facts.example(presented: .zero, video: .example(frameCount: 0))
    #expect(verdict(facts).codes == ["duration.unknown"])
  }

  @Test("A single picture that lasts no time passes")
  func singlePicture() {
    #expect(verdict(.example(presented: .zero, video: .example(frameCount: 1))).accepted)
  }

  @Test(
    "A movie without a picture passes under no policy",
    arguments: [true, false])
  func noVideo(requireAudio: Bool) {
    let facts = Facts.example(video: nil)
    #expect(verdict(facts, Policy(requireAudio: requireAudio)).codes == ["movie.no_video"])
  }

  @Test(
    "Hidden media is refused only where the policy says so, by the limit and its tolerance",
    arguments: [
      (true, .seconds(60), true), (false, .milliseconds(5_100), true),
      (false, .milliseconds(5_101), false), (false, .seconds(60), false),
    ] as [(Bool, Duration, Bool)])
  func hidden(allowed: Bool, stored: Duration, passes: Bool) {
    let facts = Facts.example(stored: stored)
    #expect(
      verdict(facts, Policy(allowHiddenMedia: allowed)).codes
        == (passes ? [] : ["duration.hidden_too_long"]))
  }

  @Test("Hidden media is judged by what is received, whatever the cut")
  func hiddenWithCut() {
    let facts = Facts.example(presented: .seconds(9), stored: .seconds(9))
    let verdict = verdict(
      facts, Policy(allowHiddenMedia: false), trim: Trim(end: .to(.seconds(4))))
    #expect(verdict.codes == ["duration.hidden_too_long"])
  }

  @Test("A movie that is too long in both ways is told both")
  func both() {
    let facts = Facts.example(presented: .seconds(7), stored: .seconds(9))
    #expect(
      verdict(facts, Policy(allowHiddenMedia: false)).codes
        == ["duration.hidden_too_long", "duration.too_long"])
  }
}
