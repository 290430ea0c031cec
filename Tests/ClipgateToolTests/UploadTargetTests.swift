import Foundation
import Testing

@testable import ClipgateTool

@Suite struct UploadTargetTests {
  @Test(
    "An address without a path is a service's; every other is taken as it stands",
    arguments: [
      ("http://a", "http://a/v1/clips", true), ("https://a:8/", "https://a:8/v1/clips", true),
      ("http://a/v1/clips/", "http://a/v1/clips/", true),
      ("http://a/x?y=z", "http://a/x?y=z", false),
      ("http://a?profile=low", "http://a/v1/clips?profile=low", true),
      ("HTTP://[::1]:80/b#c", "HTTP://[::1]:80/b", false),
    ])
  func addresses(text: String, url: String, isClipgate: Bool) throws {
    let target = try #require(UploadTarget(text))
    #expect(target.url == url)
    #expect(target.isClipgate == isClipgate)
  }

  @Test(
    "What is no such address is none",
    arguments: [
      "", "a", "ftp://a", "file:///a", "http://", "http:///a", "http://u@a", "http://u:p@a",
      "s3://a/b",
    ])
  func noAddress(text: String) { #expect(UploadTarget(text) == nil) }

  @Test("The token is the variable's value, and a file goes before it")
  func token() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(" of-file \nsecond\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let environment = ["CLIPGATE_UPLOAD_TOKEN": "of-variable"]
    let name = FileName(file.path)
    guard case .token("of-file") = UploadTarget.token(file: name, environment: environment),
      case .token("of-variable") = UploadTarget.token(file: nil, environment: environment),
      case .none = UploadTarget.token(file: nil, environment: ["CLIPGATE_UPLOAD_TOKEN": ""]),
      case .unusable = UploadTarget.token(file: nil, environment: ["CLIPGATE_UPLOAD_TOKEN": "a b"]),
      case .unusable = UploadTarget.token(file: FileName("/dev/null"), environment: environment),
      case .unreadable = UploadTarget.token(file: FileName("/none"), environment: environment)
    else {
      Issue.record("a token is another")
      return
    }
  }
}
