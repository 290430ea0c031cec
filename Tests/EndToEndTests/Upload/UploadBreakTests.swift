import Foundation
import TestSupport
import Testing

/// `clipgate upload` to servers that break off.
@Suite struct UploadBreakTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func upload(to server: ScriptedServer) throws -> Outcome {
    try Clipgate.run(
      ["upload", "--json", Checkout.path("samples/phone-portrait.mov")]
        + ["--to", "http://127.0.0.1:\(server.port)/x"],
      environment: ["TMPDIR": folder.path])
  }

  @Test func `a refusal in the middle of the movie is shown, as often as it is asked for`() throws {
    let body = #"{"code":"file.too_large","detail":"At most a byte."}"#
    let server = try ScriptedServer([.early(413, body: body)])
    defer { server.stop() }
    for _ in 0..<8 {
      let outcome = try upload(to: server)
      #expect(outcome.ending == .exit(1), "\(outcome.output) \(outcome.errors)")
      let document = try #require(try Clipgate.documents(outcome).first)
      #expect(document["reasons"][0]["code"].string == "file.too_large")
      #expect(document["upload"]["status"] == .number(413))
      #expect(document["upload"]["tries"] == .number(1))
    }
    #expect(server.requests.count == 8)
    #expect(folder.names == [])
  }

  @Test func `an answer that does not end is exit code 3, and is asked for once`() throws {
    let server = try ScriptedServer([
      .answer(200, body: String(repeating: "x", count: (1 << 20) + 1))
    ])
    defer { server.stop() }
    let outcome = try upload(to: server)
    #expect(outcome.ending == .exit(3), "\(outcome.errors)")
    let document = try #require(try Clipgate.documents(outcome).first)
    #expect(document["reasons"][0]["code"].string == "server.unreachable")
    #expect(outcome.output.contains("the answer is longer than 1 MiB"))
    #expect(server.requests.count == 1)
    #expect(folder.names == [])
  }

  @Test func `a server that resets each connection is exit code 3 after four tries`() throws {
    let server = try ScriptedServer([.reset])
    defer { server.stop() }
    let outcome = try upload(to: server)
    #expect(outcome.ending == .exit(3), "\(outcome.errors)")
    #expect(outcome.output.contains("the connection to the server was lost"))
    #expect(server.requests.count == 4)
    #expect(Set(server.requests.map(\.body)).count == 1)
    #expect(folder.names == [])
  }
}
