import FFmpeg
import TestSupport
import Testing

@Suite struct RatioTests {
  @Test(
    arguments: [
      (Ratio(1, 90_000), 1, "11111111111111"),
      (Ratio(1, 90_000), -1, "-11111111111111"),
      (Ratio(1, 90_000), 4, "44444444444444"),
      (Ratio(1, 90_000), 5, "55555555555556"),
      (Ratio(1, 90_000), .max, "102481911520608620077777777777778"),
      (Ratio(1, 90_000), .min, "-102481911520608620088888888888889"),
      (Ratio(1001, 30_000), 1, "33366666666666667"),
      (Ratio(1001, 30_000), 30_000, "1001000000000000000000"),
      (Ratio(1, 1_500_000_000), 1, "666666667"),
      (Ratio(1, 1_500_000_000), 1_500_000_001, "1000000000666666667"),
      (Ratio(1, .max), 1, "465661288"),
      (Ratio(.max, .max), 7, "7000000000000000000"),
    ] as [(Ratio, Int64, String)])
  func `a count of ticks is a time to the nearest attosecond`(
    ratio: Ratio, ticks: Int64, attoseconds: String
  ) throws {
    #expect(ratio.duration(ticks).attoseconds == (try #require(Int128(attoseconds))))
  }

  @Test(arguments: [Ratio(1, 1), Ratio(.max, 1), Ratio(3, 2)], [Int64.max, Int64.min])
  func `more than a quintillion seconds are a quintillion`(ratio: Ratio, ticks: Int64) {
    let limit = Int128(1_000_000_000_000_000_000) * 1_000_000_000_000_000_000
    #expect(ratio.duration(ticks).attoseconds == (ticks < 0 ? -limit : limit))
  }

  @Test(arguments: [
    Ratio(1, 90_000), Ratio(1, 1_500_000_000), Ratio(1001, 30_000), Ratio(1, 48_000),
    Ratio(1, .max), Ratio(1, 12_800), Ratio(7, 3),
  ])
  func `every count of ticks survives the way to a time and back`(ratio: Ratio) {
    var random = SeededGenerator(seed: UInt64(ratio.denominator))
    // Times beyond a quintillion seconds are clamped.
    let most = Int64(
      clamping: Int128(999_999_999_999_999_999) * Int128(ratio.denominator)
        / Int128(ratio.numerator))
    var counts: [Int64] = [0, 1, -1, most, most - 1, -most, -most + 1]
    for shift in 0..<63 { counts.append((1 << Int64(shift)) % most) }
    for _ in 0..<500 { counts.append(Int64.random(in: -most...most, using: &random)) }
    #expect(counts.filter { ratio.ticks(ratio.duration($0)) != $0 } == [])
  }

  @Test(arguments: [
    (249, 0), (250, 1), (-249, 0), (-250, -1), (749, 1), (750, 2), (-750, -2),
  ])
  func `a time between two ticks is the nearer one`(milliseconds: Int, ticks: Int64) {
    #expect(Ratio(1, 2).ticks(.milliseconds(milliseconds)) == ticks)
  }

  @Test(arguments: [Ratio(1, 90_000), Ratio(1, .max), Ratio(1001, 30_000), Ratio(1, 1)])
  func `times beyond 64 bits of ticks are the last tick`(ratio: Ratio) {
    let longest = Duration(attoseconds: Int128.max)
    #expect(ratio.ticks(longest) == .max)
    #expect(ratio.ticks(.zero - longest) == .min)
  }

  @Test(arguments: [Ratio(0, 1), Ratio(1, 0), Ratio(-1, 90_000), Ratio(1, -90_000), Ratio(0, 0)])
  func `a ratio that is none makes no time and no ticks`(ratio: Ratio) {
    #expect(ratio.duration(.max) == .zero)
    #expect(ratio.ticks(.seconds(5)) == 0)
    #expect(!ratio.isPositive)
  }
}
