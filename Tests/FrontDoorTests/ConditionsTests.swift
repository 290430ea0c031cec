import HTTP
import Testing

@testable import FrontDoor

/// What a client gets of a file of a hundred bytes (RFC 9110, 13 and 14).
@Suite struct ConditionsTests {
  private static let tag = String(repeating: "a", count: 64)

  private func wanted(
    _ range: String?, ifRange: String? = nil, size: Int64 = 100
  ) -> Conditions.Wanted {
    var fields = HeaderFields()
    if let range { fields.append("Range", range) }
    if let ifRange { fields.append("If-Range", ifRange) }
    return Conditions(fields, tag: Self.tag).range(of: size)
  }

  @Test(
    arguments: [
      ("bytes=0-", 0..<100), ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=-5", 95..<100),
      ("bytes=99-", 99..<100), ("bytes=90-1000", 90..<100), ("bytes=-1000", 0..<100),
      ("Bytes=5-6", 5..<7), ("bytes= 5 - 6 ", 5..<7),
      ("bytes=0-99999999999999999999", 0..<100), ("bytes=-99999999999999999999", 0..<100),
    ] as [(String, Range<Int64>)])
  func `a range is cut to the file`(range: String, part: Range<Int64>) {
    #expect(wanted(range) == .part(part))
  }

  @Test(arguments: [
    "bytes=100-", "bytes=100-200", "bytes=-0", "bytes=99999999999999999999-",
  ])
  func `a range behind the end can't be met`(range: String) {
    #expect(wanted(range) == .unsatisfiable)
  }

  @Test(arguments: [
    "bytes=5-4", "bytes=-", "bytes=", "bytes", "bytes=a-b", "bytes=1-2,4-5", "items=0-1",
    "bytes=+1-2",
    "bytes=--1", "bytes=1-2-3", "",
  ])
  func `a range that is none means the whole`(range: String) {
    #expect(wanted(range) == .whole)
  }

  @Test func `an empty file has no part`() {
    #expect(wanted("bytes=0-", size: 0) == .unsatisfiable)
    #expect(wanted("bytes=-1", size: 0) == .unsatisfiable)
    #expect(wanted(nil, size: 0) == .whole)
  }

  @Test(
    arguments: [
      ("\"TAG\"", Conditions.Wanted.part(0..<10)), ("W/\"TAG\"", .whole), ("\"other\"", .whole),
      ("Sat, 29 Oct 1994 19:43:31 GMT", .whole),
    ])
  func `a range holds for the same content alone`(condition: String, part: Conditions.Wanted) {
    let condition = condition.replacing("TAG", with: Self.tag)
    #expect(wanted("bytes=0-9", ifRange: condition) == part)
  }

  @Test(
    arguments: [
      ("\"TAG\"", true), ("W/\"TAG\"", true), ("*", true), ("\"x\", \"TAG\"", true),
      ("\"x\"", false), ("TAG", false), ("", false),
    ])
  func `who has the content gets it no second time`(value: String, isNotModified: Bool) {
    let fields: HeaderFields = ["If-None-Match": value.replacing("TAG", with: Self.tag)]
    #expect(Conditions(fields, tag: Self.tag).isNotModified == isNotModified)
  }
}
