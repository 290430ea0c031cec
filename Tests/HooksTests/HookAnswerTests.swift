import Foundation
import Hooks
import Rules
import TestSupport
import Testing

/// What tusd is answered.
@Suite struct HookAnswerTests {
  private static func verdict(_ reasons: [Reason], name: String = "holiday.mov") -> Verdict {
    Verdict(name: name, reasons: reasons, warnings: [], facts: nil)
  }

  private static func document(_ answer: HookAnswer) throws -> JSON {
    try JSON(parsing: Data(answer.json))
  }

  /// Every code that a movie can be refused with.
  private static let codes: [Reason.Code] = [
    .fileEmpty, .fileTooLarge, .fileUnreadable, .notRecognized, .formatNotAllowed, .noVideo,
    .stillImage, .codecNotSupported, .truncated, .corrupt, .tooComplex, .tookTooLong,
    .crashedDecoder, .durationTooLong, .durationHiddenTooLong, .durationNothingLeft,
    .durationUnknown, .videoTooLarge, .videoFrameRateTooHigh, .audioMissing, .audioNotDecodable,
    .outputCannotFit,
  ]

  @Test func `who has nothing to say says an empty object`() {
    #expect(HookAnswer.nothing.json == Array("{}".utf8))
  }

  @Test func `a refusal is rejected, and a problem with its verdict for the client`() throws {
    let verdict = Self.verdict([
      Reason(
        .durationTooLong, observed: 7.21, limit: 5, tolerance: 0.1, unit: "s", stream: 0,
        message: "The movie lasts 7.21 s; at most 5 s are allowed.",
        suggestion: "trim it: --from 0 --to 5")
    ])
    let answer = try Self.document(.refusal(verdict))
    #expect(answer.keys == ["HTTPResponse", "RejectUpload"])
    #expect(answer["RejectUpload"].bool == true)
    let response = answer["HTTPResponse"]
    #expect(response.keys == ["Body", "Header", "StatusCode"])
    #expect(response["StatusCode"].int == 422)
    #expect(response["Header"] == .object(["Content-Type": .string("application/problem+json")]))
    let problem = try JSON(parsing: Data((response["Body"].string ?? "").utf8))
    #expect(problem.keys == ["code", "detail", "status", "title", "verdict"])
    #expect(problem["code"].string == "duration.too_long")
    #expect(problem["status"].int == 422)
    #expect(problem["title"].string == "Unprocessable Content")
    #expect(problem["detail"].string == "The movie lasts 7.21 s; at most 5 s are allowed.")
    let whole = try JSON(parsing: JSONEncoder().encode(verdict))
    #expect(problem["verdict"] == whole)
  }

  @Test(
    arguments: [
      ([.durationTooLong, .fileTooLarge], 413), ([.truncated, .noVideo], 415), ([.corrupt], 422),
    ] as [([Reason.Code], Int)])
  func `the status is that of the weightiest reason`(codes: [Reason.Code], status: Int) throws {
    let verdict = Self.verdict(codes.map { Reason($0, message: "m") })
    let response = try Self.document(.refusal(verdict))["HTTPResponse"]
    #expect(response["StatusCode"].int == status)
  }

  @Test func `a clip is told by its URL`() throws {
    let url = "http://127.0.0.1:8080/v1/clips/9f"
    let answer = try Self.document(.clip(url))
    let header = JSON.object(["Location": .string(url)])
    #expect(answer == .object(["HTTPResponse": .object(["Header": header])]))
  }

  @Test func `an answer never has more bytes than tusd reads, and all codes where they are ours`()
    throws
  {
    let texts = [
      "m", String(repeating: "Ein langer Satz. ", count: 400),
      String(repeating: "\u{1}", count: 3000),
      String(repeating: "\"\\", count: 2000), String(repeating: "😀", count: 2000),
    ]
    for text in texts {
      for count in [1, 2, 5, 12, Self.codes.count] {
        let reasons = Self.codes[..<count].map {
          Reason(
            $0, observed: 123_456_789.123456, limit: 123_456_789, tolerance: 0.1, unit: "packets",
            stream: 31, message: text, suggestion: text)
        }
        let verdict = Verdict(
          name: text, reasons: reasons, warnings: [Warning(.location, message: text)], facts: nil)
        let json = HookAnswer.refusal(verdict).json
        #expect(json.count < HookAnswer.mostBytes)
        let response = try JSON(parsing: Data(json))["HTTPResponse"]
        let body = try JSON(parsing: Data((response["Body"].string ?? "").utf8))
        let codes = body["verdict"]["reasons"].items.map { $0["code"].string }
        #expect(codes == reasons.map(\.code.rawValue))
        #expect(body["detail"].string?.isEmpty == false)
        #expect(body["code"].string == verdict.weightiest?.code.rawValue)
        #expect(response["StatusCode"].int == verdict.status)
      }
    }
  }

  @Test func `words that are none of ours are cut at last`() throws {
    let long = String(repeating: "x", count: 100_000)
    let reason = Reason(
      Reason.Code(rawValue: long), unit: long, message: long, suggestion: long)
    let json = HookAnswer.refusal(Self.verdict([reason, reason], name: long)).json
    #expect(json.count < HookAnswer.mostBytes)
    #expect(try JSON(parsing: Data(json))["RejectUpload"].bool == true)
    #expect(HookAnswer.clip(long).json.count < HookAnswer.mostBytes)
  }

  @Test func `an upload that is too large or empty is refused by its size, at the byte`() {
    let upload = HookUpload(filename: "holiday.mov")
    let policy = Policy()
    func codes(_ size: Int64) -> [Reason.Code] {
      upload.verdict(ofSize: size, policy: policy).reasons.map(\.code)
    }
    #expect(codes(10_485_760) == [])
    #expect(codes(10_485_761) == [.fileTooLarge])
    #expect(codes(0) == [.fileEmpty])
    #expect(codes(.max) == [.fileTooLarge])
    #expect(upload.verdict(ofSize: 0, policy: policy).name == "holiday.mov")
  }
}
