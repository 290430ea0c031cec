import Rules
import Testing

@Suite("The predicted size and time")
struct PredictionTests {
  private func predicted(
    _ facts: Facts, _ policy: Policy = Policy(), trim: Trim = .none, target: Int64? = nil
  ) -> Int64? {
    // Matroska is never copied.
    var facts = facts
    facts.container = .matroska
    return Plan.decide(facts: facts, policy: policy, trim: trim, targetBytes: target)
      .predictedBytes
  }

  @Test("Four seconds of 500 kb/s are at low some 133 KiB with sound and some 100 KiB without")
  func low() throws {
    #expect((130_000...142_000).contains(try #require(predicted(.example()))))
    #expect((98_000...108_000).contains(try #require(predicted(.example(audio: nil)))))
  }

  @Test("A copy is predicted to have the bytes that there are")
  func copy() {
    let facts = Facts.example()
    #expect(Plan.decide(facts: facts, policy: Policy()).predictedBytes == facts.bytes)
  }

  @Test("Half of a movie has about half of its bytes")
  func half() throws {
    let whole = try #require(predicted(.example()))
    let half = try #require(predicted(.example(), trim: Trim(end: .to(.seconds(2)))))
    #expect((whole * 45 / 100...whole * 55 / 100).contains(half))
  }

  @Test("A better profile has more bytes")
  func profiles() throws {
    let facts = Facts.example(video: .example(coded: (1_920, 1_080), bitRate: 9_000_000))
    let sizes = try Profile.allCases.map {
      try #require(predicted(facts, Policy(profile: $0)))
    }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == 3)
  }

  @Test("A source of few bits is not predicted to grow")
  func source() throws {
    let facts = Facts.example(video: .example(bitRate: 8_000), audio: nil)
    // 4 s at 8 kb/s, and the boxes.
    #expect(try #require(predicted(facts)) < 4_000 + 8_000)
  }

  @Test(
    "No more is predicted than is allowed",
    arguments: [(100_000, nil), (nil, 100_000)] as [(Int64?, Int64?)])
  func allowed(target: Int64?, maxBytes: Int64?) {
    let policy = Policy(maxBytes: maxBytes ?? 10_485_760)
    #expect(predicted(.example(), policy, target: target) == 100_000)
  }

  @Test("Nothing is predicted of a movie without a duration")
  func unknown() {
    #expect(predicted(.example(presented: nil)) == nil)
    let plan = Plan.decide(facts: .example(presented: nil), policy: Policy())
    #expect(plan.predictedSeconds == nil)
  }

  private func time(_ video: VideoFacts, _ profile: Profile = .low, trim: Trim = .none) throws
    -> Duration
  {
    try #require(
      Plan.decide(facts: .example(video: video), policy: Policy(profile: profile), trim: trim)
        .predictedSeconds)
  }

  @Test("What costs more is predicted to take longer")
  func dearer() throws {
    let plain = VideoFacts.example(coded: (1_920, 1_080), bitRate: 9_000_000)
    let base = try time(plain)
    #expect(try time(.example(coded: (3_840, 2_160), bitRate: 9_000_000)) > base * 2)
    #expect(try time(.example(coded: (1_920, 1_080), hdr: .pq, bitRate: 9_000_000)) > base)
    #expect(try time(.example(codec: "hevc", coded: (1_920, 1_080), bitRate: 9_000_000)) > base)
    #expect(try time(plain, .high) > base)
  }

  @Test("A trim of the end saves time, and one of the head saves less: what is before is decoded")
  func trimmed() throws {
    let video = VideoFacts.example(codec: "hevc", coded: (1_920, 1_080), bitRate: 9_000_000)
    let whole = try time(video)
    let head = try time(video, trim: Trim(end: .to(.seconds(1))))
    let tail = try time(video, trim: Trim(from: .seconds(3)))
    #expect(head < tail)
    #expect(tail < whole)
  }

  @Test("A copy takes less time than encoding the same movie")
  func copyTime() throws {
    let copied = try time(.example(coded: (640, 360)))
    let encoded = try time(.example(pixelFormat: "yuvj420p", coded: (640, 360)))
    #expect(copied < encoded)
  }

  @Test(
    "Absurd measures are predicted within the bounds",
    arguments: [Double.nan, .infinity, -1, 0, 1e300])
  func absurd(rate: Double) throws {
    let facts = Facts.example(
      presented: .seconds(Int64.max), video: .example(coded: (.max, .max), frameRate: rate))
    let policy = Policy(maxDuration: .seconds(Int64.max), maxBytes: .max)
    #expect((1...1_000_000_000_000_000).contains(try #require(predicted(facts, policy))))
    let time = try #require(Plan.decide(facts: facts, policy: policy).predictedSeconds)
    #expect((.zero ... .seconds(1_000_000_000)).contains(time))
  }
}
