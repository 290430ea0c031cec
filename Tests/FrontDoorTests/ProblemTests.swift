import Foundation
import HTTP
import Rules
import Testing

@testable import FrontDoor

@Suite struct ProblemTests {
  private func refusal(_ codes: [Reason.Code]) -> Problem {
    Problem(
      refusing: Verdict(
        name: "x", reasons: codes.map { Reason($0, message: "\($0.rawValue)!") }, warnings: [],
        facts: nil))
  }

  @Test(
    arguments: [
      ([.notRecognized], 415, "movie.not_recognized"), ([.stillImage], 415, "movie.still_image"),
      ([.noVideo], 415, "movie.no_video"), ([.durationTooLong], 422, "duration.too_long"),
      ([.formatNotAllowed], 422, "movie.format_not_allowed"),
      ([.durationTooLong, .fileTooLarge], 413, "file.too_large"),
      ([.truncated, .corrupt], 422, "movie.truncated"),
    ] as [([Reason.Code], Int, String)])
  func `a refusal has the status of its weightiest reason, and that reason's code`(
    codes: [Reason.Code], status: Int, code: String
  ) {
    let problem = refusal(codes)
    #expect(problem.status == status)
    #expect(problem.code == code)
    #expect(problem.detail == "\(code)!")
    #expect(problem.verdict?.reasons.count == codes.count)
  }

  @Test func `a problem is a document with all five keys`() throws {
    let response = Problem.busy.response
    #expect(response.fields["Content-Type"] == "application/problem+json")
    #expect(response.fields["Retry-After"] == "5")
    guard case .bytes(let bytes) = response.body else {
      Issue.record("no document")
      return
    }
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(Set(document.keys) == ["code", "title", "status", "detail", "verdict"])
    #expect(document["verdict"] is NSNull)
  }
}
