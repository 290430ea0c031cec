import Foundation
import Ingest
import Testing

@Suite struct IngestErrorTests {
  private func read(_ json: String) throws -> IngestError {
    try JSONDecoder().decode(IngestError.self, from: Data(json.utf8))
  }

  @Test(arguments: [
    IngestError(code: .unreadable, call: "pread", number: 5),
    IngestError(code: .unwritable, call: "pwrite", number: .max),
    IngestError(code: .diskFull, call: "pwrite", number: 28),
    IngestError(code: .interrupted, call: "interrupt", number: .min),
    IngestError(code: .fault, call: #"Recheck: ["movie.truncated", "duration.too_long"]"#),
  ])
  func `an error crosses to another process as it is`(error: IngestError) throws {
    #expect(
      try JSONDecoder().decode(IngestError.self, from: JSONEncoder().encode(error)) == error)
  }

  @Test func `an error has a readable form`() throws {
    let error = try read(#"{"code":"disk_full","call":"pwrite","number":28}"#)
    #expect(error == IngestError(code: .diskFull, call: "pwrite", number: 28))
  }

  @Test(arguments: [
    #"{"code":"","call":"x","number":0}"#, #"{"code":"fault","call":"","number":0}"#,
    #"{"code":"fault","call":"a\nb","number":0}"#, #"{"code":"\u001b[2J","call":"x","number":0}"#,
    #"{"code":"fault","call":"é","number":0}"#, #"{"code":"fault","call":"\u007f","number":0}"#,
    #"{"code":"fault","call":"\#(String(repeating: "a", count: 1_001))","number":0}"#,
    #"{"code":"fault","call":"x","number":2147483648}"#,
    #"{"code":"fault","call":"x","number":1.5}"#, #"{"code":"fault","call":"x"}"#,
    #"{"code":4,"call":"x","number":0}"#, #"{"code":"fault","call":["x"],"number":0}"#, "[]", "",
    String(repeating: "[", count: 100_000),
  ])
  func `what is not safe to print, or no error, is not read`(json: String) {
    #expect(throws: DecodingError.self) { try read(json) }
  }
}
