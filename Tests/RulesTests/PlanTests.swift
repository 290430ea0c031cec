import Rules
import Testing

@Suite("The plan and its reasons")
struct PlanTests {
  @Test("A movie that is made to the profile is told so")
  func made() {
    let plan = Plan.decide(facts: .example(), policy: Policy())
    #expect(plan.action == .copy)
    #expect(plan.reasons == ["made to the profile"])
  }

  @Test("Where only the sound fails, the picture is copied")
  func onlySound() {
    let facts = Facts.example(audio: .example(codec: "opus", profile: nil))
    #expect(Plan.decide(facts: facts, policy: Policy()).action == .remux)
  }

  @Test("Pictures that are not tagged as outputs are, are not copied", arguments: 0..<4)
  func untagged(missing: Int) {
    var video = VideoFacts.example()
    video.color = ColorFacts(
      range: missing == 0 ? "pc" : "tv", primaries: missing == 1 ? nil : "bt709",
      transfer: missing == 2 ? "smpte170m" : "bt709", matrix: missing == 3 ? "bt470bg" : "bt709")
    #expect(Plan.decide(facts: .example(video: video), policy: Policy()).action == .encode)
  }

  @Test("Containers that do not tell that their pictures are whole are not copied")
  func container() {
    var facts = Facts.example()
    facts.container = .matroska
    let plan = Plan.decide(facts: facts, policy: Policy())
    #expect(plan.action == .encode)
    #expect(plan.reasons == ["matroska"])
  }

  @Test("What is larger than allowed is not copied", arguments: [nil, 999_999] as [Int64?])
  func bytes(target: Int64?) {
    let policy = Policy(maxBytes: target == nil ? 999_999 : 10_485_760)
    let plan = Plan.decide(facts: .example(), policy: policy, targetBytes: target)
    #expect(plan.action == .encode)
  }

  @Test(
    "Each need of the picture is told",
    arguments: [
      (.example(hdr: .pq), "HDR"), (.example(hdr: .hlg), "HDR"),
      (.example(codec: "hevc", profile: "Main"), "hevc"),
      (.example(profile: "High 10"), "h264 High 10"), (.example(bitDepth: 10), "10-bit"),
      (.example(pixelFormat: "yuv444p"), "not 4:2:0"),
      (.example(pixelFormat: "yuvj420p"), "full range"),
      (.example(range: "pc"), "full range"), (.example(pixelFormat: nil), "unknown pixel format"),
      (.example(coded: (642, 360)), "over 640×360"), (.example(coded: (360, 642)), "over 640×360"),
      (.example(coded: (640, 362)), "over 640×360"), (.example(coded: (362, 640)), "over 640×360"),
      (.example(frameRate: 30.04), "over 30 fps"), (.example(frameRate: 60), "over 30 fps"),
      (.example(rotation: 90), "turned 90°"), (.example(mirrored: true), "mirrored"),
      (.example(sampleAspectRatio: "4:3"), "non-square pixels"),
      (.example(coded: (161, 120)), "odd size"), (.example(coded: (160, 121)), "odd size"),
      (.example(interlaced: true), "interlaced"), (.example(bitRate: 1_200_001), "over 1.2 Mb/s"),
    ] as [(VideoFacts, String)])
  func picture(video: VideoFacts, reason: String) {
    #expect(Plan.decide(facts: .example(video: video), policy: Policy()).reasons == [reason])
  }

  @Test(
    "A picture at the edge of the profile needs nothing",
    arguments: [
      .example(coded: (360, 640)), .example(frameRate: 30.02), .example(frameRate: 29.97),
      .example(frameRate: nil), .example(bitRate: 1_200_000), .example(bitRate: nil),
      .example(profile: "Constrained Baseline"), .example(profile: "Main"), .example(profile: nil),
      .example(range: nil), .example(bitDepth: nil),
    ] as [VideoFacts])
  func pictureAtEdge(video: VideoFacts) {
    #expect(
      Plan.decide(facts: .example(video: video), policy: Policy()).reasons
        == ["made to the profile"])
  }

  @Test(
    "Each need of the sound is told",
    arguments: [
      (.example(codec: "opus", profile: nil), "opus sound"),
      (.example(profile: "HE-AAC"), "HE-AAC sound"), (.example(profile: nil), "unknown AAC sound"),
      (.example(channels: 6), "over 2 channels"), (.example(bitRate: 80_001), "sound over 80 kb/s"),
      (.example(bitRate: 80_000), "made to the profile"),
    ] as [(AudioFacts, String)])
  func sound(audio: AudioFacts, reason: String) {
    #expect(Plan.decide(facts: .example(audio: audio), policy: Policy()).reasons == [reason])
  }

  @Test("What starts late is told", arguments: [(1_000, false), (1_001, true), (500_000, true)])
  func late(microseconds: Int, isTold: Bool) {
    var facts = Facts.example()
    facts.audio?.start = .microseconds(microseconds)
    #expect(
      Plan.decide(facts: facts, policy: Policy()).reasons
        == [isTold ? "sound starts late" : "made to the profile"])
    facts.audio?.start = .zero
    facts.video?.start = .microseconds(microseconds)
    #expect(
      Plan.decide(facts: facts, policy: Policy()).reasons
        == [isTold ? "pictures start late" : "made to the profile"])
  }

  @Test("A silent movie needs nothing for its sound")
  func silent() {
    #expect(
      Plan.decide(facts: .example(audio: nil), policy: Policy()).reasons == ["made to the profile"])
  }

  @Test(
    "A cut is told where it takes something away",
    arguments: [
      (Trim(from: .seconds(1)), "trim"), (Trim(end: .to(.seconds(3))), "trim"),
      (Trim(end: .tail(.milliseconds(1))), "trim"), (Trim(fit: true), "made to the profile"),
      (Trim(from: .zero, end: .to(.seconds(60))), "made to the profile"),
    ] as [(Trim, String)])
  func cut(trim: Trim, reason: String) {
    #expect(
      Plan.decide(facts: .example(), policy: Policy(), trim: trim).reasons == [reason])
  }

  @Test(
    "Hidden media is told where it is more than the tolerance",
    arguments: [(4_100, false), (4_101, true)])
  func hidden(stored: Int, isTold: Bool) {
    let facts = Facts.example(stored: .milliseconds(stored))
    #expect(
      Plan.decide(facts: facts, policy: Policy()).reasons
        == [isTold ? "hidden media" : "made to the profile"])
    #expect(
      Plan.decide(facts: facts, policy: Policy(), countsHiddenMedia: false).action == .copy)
  }

  @Test("A phone's HDR movie is told every reason, the weightiest first")
  func phone() {
    let video = VideoFacts.example(
      codec: "hevc", profile: "Main 10", pixelFormat: "yuv420p10le", bitDepth: 10,
      coded: (1_920, 1_080), shown: (1_080, 1_920), rotation: 90, frameRate: 29.99, hdr: .hlg,
      bitRate: 9_000_000)
    let facts = Facts.example(presented: .milliseconds(4_970), stored: .seconds(6), video: video)
    let trim = Trim(from: .milliseconds(800), end: .tail(.milliseconds(500)))
    #expect(
      Plan.decide(facts: facts, policy: Policy(), trim: trim).reasons == [
        "HDR", "over 640×360", "hevc", "turned 90°", "over 1.2 Mb/s", "trim", "hidden media",
      ])
  }

  @Test("What is over the box of low may be within that of high")
  func profiles() {
    let facts = Facts.example(
      video: .example(coded: (1_920, 1_080), frameRate: 60, bitRate: 8_000_000),
      audio: .example(bitRate: 160_000))
    #expect(
      Plan.decide(facts: facts, policy: Policy(profile: .high)).reasons == ["made to the profile"])
    #expect(
      Plan.decide(facts: facts, policy: Policy(profile: .medium)).reasons
        == ["over 960×540", "over 30 fps", "over 2.5 Mb/s", "sound over 120 kb/s"])
  }
}
