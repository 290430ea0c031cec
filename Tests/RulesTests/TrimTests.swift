import Rules
import Testing

@Suite("What a cut leaves")
struct TrimTests {
  /// A cut, the length of the movie in milliseconds, and what is left of it at a limit of 5 s.
  struct Row: Sendable {
    var from: Int?
    var end: Trim.End?
    var fit = false
    var of: Int
    var left: Range<Int>?
  }

  @Test(
    "A cut of head, tail and length leaves this much",
    arguments: [
      Row(of: 4_000, left: 0..<4_000),
      Row(from: 0, of: 4_000, left: 0..<4_000),
      Row(from: 1_000, of: 4_000, left: 1_000..<4_000),
      Row(from: 3_999, of: 4_000, left: 3_999..<4_000),
      Row(from: 4_000, of: 4_000, left: nil),
      Row(from: 9_000, of: 4_000, left: nil),
      Row(end: .to(.seconds(3)), of: 4_000, left: 0..<3_000),
      Row(end: .to(.seconds(4)), of: 4_000, left: 0..<4_000),
      Row(end: .to(.milliseconds(4_050)), of: 4_000, left: 0..<4_000),
      Row(end: .to(.seconds(60)), of: 4_000, left: 0..<4_000),
      Row(end: .to(.zero), of: 4_000, left: nil),
      Row(end: .tail(.zero), of: 4_000, left: 0..<4_000),
      Row(end: .tail(.milliseconds(500)), of: 4_000, left: 0..<3_500),
      Row(end: .tail(.seconds(4)), of: 4_000, left: nil),
      Row(end: .tail(.seconds(9)), of: 4_000, left: nil),
      Row(from: 1_000, end: .to(.seconds(3)), of: 4_000, left: 1_000..<3_000),
      Row(from: 3_000, end: .to(.seconds(3)), of: 4_000, left: nil),
      Row(from: 3_000, end: .to(.seconds(1)), of: 4_000, left: nil),
      Row(from: 800, end: .tail(.milliseconds(500)), of: 4_970, left: 800..<4_470),
      Row(from: 2_000, end: .tail(.seconds(2)), of: 4_000, left: nil),
      Row(from: 2_000, end: .tail(.milliseconds(1_999)), of: 4_000, left: 2_000..<2_001),
      Row(fit: true, of: 4_000, left: 0..<4_000),
      Row(fit: true, of: 9_000, left: 0..<5_000),
      Row(fit: true, of: 5_001, left: 0..<5_000),
      Row(from: 2_000, fit: true, of: 9_000, left: 2_000..<7_000),
      Row(from: 7_000, fit: true, of: 9_000, left: 7_000..<9_000),
      Row(end: .tail(.seconds(1)), fit: true, of: 9_000, left: 0..<5_000),
      Row(end: .tail(.seconds(6)), fit: true, of: 9_000, left: 0..<3_000),
      Row(from: 1_000, end: .to(.seconds(8)), fit: true, of: 9_000, left: 1_000..<6_000),
      Row(from: 9_000, fit: true, of: 9_000, left: nil),
      Row(from: -1, of: 4_000, left: nil),
      Row(of: 0, left: nil),
    ])
  func kept(row: Row) {
    let trim = Trim(from: row.from.map { .milliseconds($0) }, end: row.end, fit: row.fit)
    let left = row.left.map {
      Duration.milliseconds($0.lowerBound)..<Duration.milliseconds($0.upperBound)
    }
    #expect(trim.kept(of: .milliseconds(row.of), limit: .seconds(5)) == left)
  }

  @Test(
    "The verdict is on what the cut leaves",
    arguments: [
      (Trim(end: .to(.seconds(5))), nil), (Trim(end: .to(.milliseconds(5_100))), nil),
      (Trim(end: .to(.milliseconds(5_101))), "duration.too_long"),
      (Trim(from: .seconds(7)), nil), (Trim(from: .seconds(6)), "duration.too_long"),
      (Trim(end: .tail(.seconds(7))), nil), (Trim(fit: true), nil),
      (Trim(from: .seconds(1)), "duration.too_long"),
      (Trim(from: .seconds(12)), "duration.nothing_left"),
      (Trim(from: .seconds(3), end: .to(.seconds(3))), "duration.nothing_left"),
      (Trim(end: .tail(.seconds(12))), "duration.nothing_left"),
      (Trim(from: .seconds(11), end: .to(.seconds(60))), nil),
    ] as [(Trim, String?)])
  func judged(trim: Trim, code: String?) {
    let facts = Facts.example(presented: .seconds(12))
    #expect(verdict(facts, trim: trim).codes == [code].compactMap(\.self))
  }

  @Test("A cut that leaves too much is told how much, and the cut that starts where it does")
  func tooLong() {
    let facts = Facts.example(presented: .seconds(12))
    let reason = verdict(facts, trim: Trim(from: .milliseconds(1_500))).reasons.first
    #expect(
      reason?.message == "After the cut the movie still lasts 10.5 s; at most 5 s are allowed.")
    #expect(reason?.suggestion == "trim it: --from 1.5 --to 6.5")
    #expect(reason?.observed == 10.5)
  }

  @Test("A cut that leaves nothing is told how long the movie lasts")
  func nothingLeft() {
    #expect(
      verdict(.example(presented: .milliseconds(3_300)), trim: Trim(from: .seconds(4))).reasons == [
        Reason(
          .durationNothingLeft, observed: 3.3, unit: "s",
          message: "The movie lasts 3.3 s; the cut leaves nothing.",
          suggestion: "cut less: --from 0 --to 3.3")
      ])
  }

  @Test(
    "A single picture that lasts no time survives a cut that starts with it",
    arguments: [
      (Trim(fit: true), true), (Trim(from: .zero, end: .to(.seconds(5))), true),
      (Trim(end: .tail(.zero)), true), (Trim(from: .milliseconds(1)), false),
      (Trim(end: .tail(.milliseconds(1))), false), (Trim(end: .to(.zero)), false),
    ] as [(Trim, Bool)])
  func singlePicture(trim: Trim, passes: Bool) {
    let facts = Facts.example(presented: .zero, video: .example(frameCount: 1))
    #expect(verdict(facts, trim: trim).codes == (passes ? [] : ["duration.nothing_left"]))
  }

  @Test("A movie without a duration is not cut, but refused")
  func unknown() {
    #expect(verdict(.example(presented: nil), trim: Trim(fit: true)).codes == ["duration.unknown"])
  }
}
