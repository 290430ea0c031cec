import Testing

@testable import ClipgateTool

@Suite struct NearestWordTests {
  @Test(
    "A mistyped word finds the one with the fewest edits",
    arguments: [
      ("chek", "check"), ("porbe", "probe"), ("procss", "process"), ("postr", "poster"),
      ("PLAN", "plan"), ("docter", "doctor"),
    ])
  func nearest(typed: String, meant: String) {
    #expect(NearestWord.nearest(to: typed, in: Command.allCases.map(\.rawValue)) == meant)
  }

  @Test("Swapped neighbours are one edit")
  func swap() { #expect(NearestWord.distance("tolreance", "tolerance") == 1) }

  @Test("A very long word costs no more than its first 64 characters")
  func long() {
    #expect(NearestWord.distance(String(repeating: "x", count: 1_000_000), "") == 64)
  }
}
