import Testing

@testable import Ingest

/// Scripts of FLV, byte by byte.
@Suite struct AMFValuesTests {
  private static func name(_ text: String) -> [UInt8] {
    [0, UInt8(text.utf8.count)] + Array(text.utf8)
  }

  private static let nine: [UInt8] = [0, 0x40, 0x22, 0, 0, 0, 0, 0, 0]
  private static let end: [UInt8] = [0, 0, 9]

  /// A value of each kind that may stand before the one that is wanted.
  private static let values: [[UInt8]] = [
    [0, 0x40, 0, 0, 0, 0, 0, 0, 0], [1, 1], [2] + name("text"), [3] + name("wanted") + nine + end,
    [5], [6], [7, 0, 1], [8, 0, 0, 0, 1] + name("wanted") + [1, 0] + end,
    [10, 0, 0, 0, 2] + nine + [5], [11] + [UInt8](repeating: 0, count: 10),
    [12, 0, 0, 0, 3, 65, 66, 67],
  ]

  private static func object(_ before: [[UInt8]], isArray: Bool) -> [UInt8] {
    (isArray ? [8, 0, 0, 0, 9] : [3]) + before.flatMap { name("other") + $0 } + name("wanted")
      + nine
      + end
  }

  @Test(arguments: [false, true])
  func `a number is found behind values of every kind, and not inside them`(isArray: Bool) {
    for value in Self.values {
      var reader = AMFValues(Self.object([value], isArray: isArray))
      #expect(reader.number("wanted") == 9, "\(value)")
    }
    var all = AMFValues([2] + Self.name("title") + Self.object(Self.values, isArray: isArray))
    #expect(all.string() == "title")
    #expect(all.number("wanted") == 9)
  }

  @Test func `a script that is cut off anywhere tells nothing, and is no crash`() {
    let whole = Self.object(Self.values, isArray: true).dropLast(Self.end.count)
    for count in 0..<whole.count {
      var reader = AMFValues(Array(whole.prefix(count)))
      #expect(reader.number("wanted") == nil)
    }
  }

  @Test func `what is no number, or of an unknown kind, tells nothing`() {
    for value in [[2] + Self.name("9"), [5], [4], [17], [255]] as [[UInt8]] {
      var reader = AMFValues([3] + Self.name("wanted") + value + Self.end)
      #expect(reader.number("wanted") == nil)
    }
  }

  @Test func `endless nesting ends`() {
    let deep = Array(repeating: [3] + Self.name("a"), count: 10_000).flatMap { $0 }
    var reader = AMFValues(deep)
    #expect(reader.number("wanted") == nil)
  }
}
