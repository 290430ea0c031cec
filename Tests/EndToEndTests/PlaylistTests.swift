internal import TestSupport
internal import Testing

/// Names and contents that lead FFmpeg to other files and servers.
@Suite(.cases, .strace) struct PlaylistTests {
  @Test("B143: a playlist under a movie's name is refused, and no server is asked")
  func playlist() throws {
    let calls = try SystemCalls(
      tracing: Program.clipgate(), ["check", "--json", try CaseInputs.path("evil_hls.mp4")])
    #expect(calls.outcome.ending == .exit(1))
    #expect(calls.network == [])
  }

  @Test(
    "B144: a name that looks like a protocol is a file's name",
    arguments: [
      "concat:/etc/hostname", "file:///etc/hostname", "subfile,,start,0,end,9,,:/etc/hostname",
      "http://127.0.0.1:8099/x", "data:video/mp4;base64,AAAA", "pipe:0", "crypto:/etc/hostname",
    ])
  func protocolName(_ name: String) throws {
    let calls = try SystemCalls(tracing: Program.clipgate(), ["check", "--json", "--", name])
    #expect(calls.outcome.ending == .exit(3))
    let document = try #require(try Clipgate.documents(calls.outcome).first)
    #expect(document["name"].string == name)
    #expect(document["reasons"][0]["code"].string == "file.unreadable")
    #expect(calls.network == [])
    #expect(!calls.paths.contains("/etc/hostname"))
  }

  @Test("B149: a time with more than a time in it is a wrong command line")
  func timeWithArguments() throws {
    let folder = try ScratchFolder()
    let outcome = try Clipgate.run([
      "process", "--from", "0 -i http://127.0.0.1:8099/x", "-o", folder.file("out.mp4"),
      try CaseInputs.path("noaudio.mp4"),
    ])
    #expect(outcome.ending == .exit(2))
    #expect(outcome.output.isEmpty)
    #expect(folder.names == [])
  }
}
