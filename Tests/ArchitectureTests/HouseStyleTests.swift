import Testing

/// House rules that a reader of the sources need not check by eye.
@Suite struct HouseStyleTests {
  @Test(arguments: HouseRule.all)
  func `the sources keep a rule`(_ rule: HouseRule) throws {
    let violations = try SourceFile.sources().flatMap { rule.violations(in: $0) }
    #expect(violations == [])
  }

  @Test func `half of the files are not longer than 150 lines`() throws {
    let lengths = try SourceFile.sources().map(\.lines.count).sorted()
    #expect(lengths[lengths.count / 2] <= 150)
  }

  @Test(arguments: HouseRule.all)
  func `a broken rule is caught, where it is broken and only there`(_ rule: HouseRule) {
    let file = SourceFile(path: "X.swift", text: rule.broken)
    #expect(rule.violations(in: file).map(\.line) == [file.lines.count])
  }

  @Test(arguments: [
    ("a /* b /* c */ d */ e", "a                   e"),
    ("f(\"x\\\"!\\(g(\"y\") + h)z\") // k", "f(      (g(   ) + h)  )     "),
    ("#\"a\"b\\(c)\"# + d", "            + d"),
    ("\"\"\"\n\"a\" b\n\"\"\" c", "   \n     \n    c"),
  ])
  func `comments and strings are blanked, code in interpolations is not`(
    text: String, blanked: String
  ) {
    #expect(CodeScanner.blank(text) == blanked)
  }
}
