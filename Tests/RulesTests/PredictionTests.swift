import Rules
import Testing

@Suite("The predicted size")
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

  @Test("Four seconds at low are some 150 KiB with sound and some 120 KiB without")
  func low() throws {
    #expect((140_000...190_000).contains(try #require(predicted(.example()))))
    #expect((110_000...150_000).contains(try #require(predicted(.example(audio: nil)))))
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
  func unknown() { #expect(predicted(.example(presented: nil)) == nil) }

  @Test(
    "Absurd measures are predicted within the bounds",
    arguments: [Double.nan, .infinity, -1, 0, 1e300])
  func absurd(rate: Double) throws {
    let facts = Facts.example(
      presented: .seconds(Int64.max), video: .example(coded: (.max, .max), frameRate: rate))
    let policy = Policy(maxDuration: .seconds(Int64.max), maxBytes: .max)
    #expect((1...1_000_000_000_000_000).contains(try #require(predicted(facts, policy))))
  }
}
