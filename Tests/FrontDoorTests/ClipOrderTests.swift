import Rules
import Testing

@testable import FrontDoor

@Suite struct ClipOrderTests {
  @Test func `fields say what is to be cut, and how it comes out`() throws {
    let order = try ClipOrder([
      "head": "0.5", "to": "3s", "fit": "true", "profile": "high", "poster_at": "1.5", "title": "x",
    ])
    #expect(
      order.trim == Trim(from: .milliseconds(500), end: .to(.seconds(3)), fit: true))
    #expect(order.profile == .high)
    #expect(order.posterTime == .at(.milliseconds(1500)))
  }

  @Test func `fields that are empty or not known say nothing`() throws {
    let order = try ClipOrder(["from": "", "tail": "", "profile": "", "trim_start": "1"])
    #expect(order.trim == .none)
    #expect(order.profile == nil)
    #expect(order.posterTime == .best)
  }

  @Test(arguments: [
    ["from": "0 -i http://127.0.0.1:8099/x"], ["from": "-1"], ["to": "1e3"], ["fit": "maybe"],
    ["profile": "ultra"], ["poster_at": "never"], ["from": "1", "head": "1"],
    ["to": "1", "tail": "1"],
  ])
  func `a field that says nothing of the kind is named`(fields: [String: String]) {
    let problem = #expect(throws: Problem.self) { try ClipOrder(fields) }
    #expect(problem?.status == 400)
    #expect(problem?.code == "request.bad_parameter")
    #expect(fields.keys.contains { problem?.detail.contains($0) ?? false })
  }

  @Test(arguments: [
    ("on", true), ("", false), ("1", true), ("TRUE", true), ("false", false), ("0", false),
    ("off", false),
  ])
  func `a check box is read as browsers send it`(text: String, isOn: Bool) throws {
    #expect(try ClipOrder(["fit": text]).trim.fit == isOn)
  }
}
