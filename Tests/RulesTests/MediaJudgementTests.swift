import Rules
import Testing

@Suite("The verdict on bytes, format, pictures and sound")
struct MediaJudgementTests {
  @Test(
    "A file may have the limit's bytes and not one more",
    arguments: [(10_485_760, true), (10_485_761, false), (0, true), (.max, false)]
      as [(Int64, Bool)])
  func bytes(bytes: Int64, passes: Bool) {
    #expect(verdict(.example(), bytes: bytes).codes == (passes ? [] : ["file.too_large"]))
  }

  @Test("A file that is too large is told its bytes exactly")
  func bytesReason() {
    #expect(
      verdict(.example(), bytes: 10_485_761).reasons == [
        Reason(
          .fileTooLarge, observed: 10_485_761, limit: 10_485_760, unit: "bytes",
          message:
            "The file has 10,485,761 bytes; at most 10,485,760 (10.0 MiB) are allowed.",
          suggestion: "make it fit: clipgate process --target-bytes 10485760")
      ])
  }

  @Test("The bytes of the input do not count where only the output's are judged")
  func bytesUncounted() {
    #expect(verdict(.example(), bytes: .max, countsBytes: false).accepted)
  }

  @Test("What is no movie is still told that it is too large")
  func bytesWithoutFacts() {
    let known = Reason(.notRecognized, message: "No movie.")
    #expect(
      verdict(nil, bytes: .max, reasons: [known]).codes
        == ["movie.not_recognized", "file.too_large"])
  }

  @Test("Every container of the contract passes by default", arguments: Container.allCases)
  func containers(container: Container) {
    #expect(verdict(.example(container: container)).accepted)
  }

  @Test("A container that the policy does not name is refused, and what it names is told")
  func containerRefused() {
    let policy = Policy(allowedContainers: [.quicktime, .mp4])
    let verdict = verdict(.example(container: .mpegts), policy)
    #expect(verdict.codes == ["movie.format_not_allowed"])
    #expect(
      verdict.reasons.first?.message
        == "The format mpegts is not allowed (allowed: mp4, quicktime).")
  }

  @Test("A policy that allows no container at all says so")
  func noContainer() {
    let verdict = verdict(.example(), Policy(allowedContainers: []))
    #expect(verdict.reasons.map(\.message) == ["The format mp4 is not allowed (none is)."])
  }

  @Test("As many streams pass as the policy says", arguments: [(32, true), (33, false)])
  func streams(count: Int, passes: Bool) {
    let streams = (0..<count).map { StreamFacts.video(.seconds(4), index: $0) }
    let verdict = verdict(.example(streams: streams))
    #expect(verdict.codes == (passes ? [] : ["movie.too_complex"]))
    #expect(verdict.reasons.first?.unit == (passes ? nil : "streams"))
  }

  @Test(
    "As many pixels pass as the policy says",
    arguments: [
      (7_680, 4_320, true), (7_681, 4_320, false), (8_192, 4_050, true), (4_320, 7_681, false),
      (33_177_600, 1, true), (33_177_601, 1, false), (.max, 2, false),
    ])
  func pixels(width: Int, height: Int, passes: Bool) {
    let facts = Facts.example(video: .example(coded: (width, height)))
    #expect(verdict(facts).codes == (passes ? [] : ["video.too_large"]))
  }

  @Test("Pixels are counted as coded, not as displayed")
  func codedPixels() {
    let facts = Facts.example(video: .example(coded: (100, 100), shown: (99_999, 99_999)))
    #expect(verdict(facts).accepted)
  }

  @Test(
    "A frame rate may be one percent over the limit",
    arguments: [
      (240, 240, true), (240, 242.4, true), (240, 242.400001, false), (240, 242.5, false),
      (30, 30.3, true), (30, 30.31, false), (60, 60.6, true), (120, 121.2, true),
      (240, .infinity, false), (240, .nan, false), (240, 0, true),
    ] as [(Double, Double, Bool)])
  func frameRate(limit: Double, rate: Double, passes: Bool) {
    let facts = Facts.example(video: .example(frameRate: rate))
    #expect(
      verdict(facts, Policy(maxFrameRate: limit)).codes
        == (passes ? [] : ["video.frame_rate_too_high"]))
  }

  @Test("One picture has no frame rate, however short the container says it is")
  func onePicture() {
    let facts = Facts.example(video: .example(frameCount: 1, frameRate: 90_000))
    #expect(verdict(facts).accepted)
  }

  @Test("A frame rate is told unrounded")
  func frameRateReason() {
    let facts = Facts.example(video: .example(frameRate: 242.41))
    #expect(
      verdict(facts).reasons == [
        Reason(
          .videoFrameRateTooHigh, observed: 242.41, limit: 240, unit: "fps", stream: 0,
          message: "The movie shows 242.41 frames a second; at most 240 are allowed.")
      ])
  }

  @Test("A movie whose frame rate is unknown passes")
  func frameRateUnknown() {
    #expect(verdict(.example(video: .example(frameRate: nil))).accepted)
  }

  @Test(
    "Sound is a matter of the policy",
    arguments: [
      (false, [], nil, nil), (true, [], "audio.missing", nil),
      (false, [false], nil, "audio.not_decodable"), (true, [false], "audio.not_decodable", nil),
      (false, [true], nil, nil), (true, [true], nil, nil), (true, [false, true], nil, nil),
      (true, [false, false], "audio.not_decodable", nil),
    ] as [(Bool, [Bool], String?, String?)])
  func sound(required: Bool, decodable: [Bool], reason: String?, warning: String?) {
    let streams =
      [.video(.seconds(4))]
      + decodable.enumerated().map {
        StreamFacts.sound(.seconds(4), index: $0.offset + 1, decodable: $0.element)
      }
    let verdict = verdict(.example(streams: streams), Policy(requireAudio: required))
    #expect(verdict.codes == [reason].compactMap(\.self))
    #expect(verdict.warningCodes == [warning].compactMap(\.self))
  }

  @Test(
    "Sound that is only announced is none", arguments: [(false, []), (true, ["audio.missing"])])
  func announcedSound(required: Bool, codes: [String]) {
    let streams: [StreamFacts] = [.video(.seconds(4)), .sound(nil)]
    let verdict = verdict(
      .example(audio: nil, streams: streams), Policy(requireAudio: required))
    #expect(verdict.codes == codes)
    #expect(verdict.warningCodes == [])
  }

  @Test("Sound that was chosen and does not decode counts, whatever other streams say of theirs")
  func chosenSound() {
    let streams: [StreamFacts] = [
      .video(.seconds(4)), .sound(.seconds(4), decodable: false), .sound(.seconds(4), index: 2),
    ]
    let facts = Facts.example(audio: nil, streams: streams)
    #expect(verdict(facts).warningCodes == ["audio.not_decodable"])
    #expect(verdict(facts, Policy(requireAudio: true)).codes == ["audio.not_decodable"])
  }

  // The example's sound lasts 4 s of these 6.
  @Test(
    "Sound that is required has to be in what the cut leaves",
    arguments: [(4, ["audio.missing"]), (3, []), (0, [])])
  func soundOfTheCut(from: Int, codes: [String]) {
    let facts = Facts.example(presented: .seconds(6))
    let trim = Trim(from: .seconds(from), fit: true)
    #expect(verdict(facts, Policy(requireAudio: true), trim: trim).codes == codes)
    #expect(verdict(facts, trim: trim).codes == [])
  }

  @Test("Sound of an unknown kind is told as such")
  func unknownSound() {
    var sound = StreamFacts.sound(.seconds(4), decodable: false)
    sound.codec = nil
    #expect(
      verdict(.example(streams: [.video(.seconds(4)), sound])).warnings.map(\.message)
        == ["The sound (of an unknown kind) can't be decoded; the output is silent."])
  }

  @Test("A file that tells where it was recorded passes with a warning")
  func location() {
    let verdict = verdict(.example(location: true))
    #expect(verdict.accepted)
    #expect(verdict.warningCodes == ["privacy.location"])
  }
}
