import Foundation
import Glibc
import TestSupport
import Testing

/// `clipgate hook`, as tusd's file hooks start it.
@Suite struct HookCommandTests {
  private static func run(
    _ request: [UInt8], _ words: [String] = [], root: String? = nil,
    environment: [String: String?] = [:]
  ) throws -> Outcome {
    try Program.clipgate().run(
      ["hook"] + words, input: Data(request),
      environment: ["CLIPGATE_HOOKS_TUSD_ROOT": root].merging(environment) { $1 })
  }

  private static func refusal(_ outcome: Outcome) -> HookRefusal? {
    (try? JSON(parsing: outcome.outputData)).flatMap { HookRefusal($0) }
  }

  @Test func `an upload is judged by its size before it comes, with no folder known`() throws {
    let good = try Self.run(TusdRequest.preCreate(size: 10_485_760))
    #expect(good.ending == .exit(0) && good.output == "{}\n")
    let large = try Self.run(TusdRequest.preCreate(size: 10_485_761))
    #expect(large.ending == .exit(0))
    #expect(Self.refusal(large)?.status == 413 && Self.refusal(large)?.code == "file.too_large")
    let stricter = try Self.run(TusdRequest.preCreate(size: 1001), ["--max-bytes", "1000"])
    #expect(Self.refusal(stricter)?.code == "file.too_large")
    let later = try Self.run(TusdRequest.preCreate(size: "0", deferred: true))
    #expect(later.ending == .exit(0) && later.output == "{}\n")
  }

  @Test func `an upload that has come is judged by its file, as check judges it`() throws {
    let folder = try ScratchFolder()
    let long = try folder.write(Data(try HookSite.longMovie()), as: "long")
    let good = try folder.write(Data(try Bodies.movie()), as: "good")
    let fine = try Self.run(
      TusdRequest.finished("pre-finish", path: good), root: folder.path)
    #expect(fine.ending == .exit(0) && fine.output == "{}\n" && fine.errors.isEmpty)
    let request = TusdRequest.finished("pre-finish", path: long, filename: long)
    let refused = try Self.run(request, root: folder.path)
    #expect(refused.ending == .exit(0) && refused.errors.isEmpty)
    let refusal = try #require(Self.refusal(refused))
    #expect(refusal.status == 422)
    #expect(try Clipgate.verdict(long).document == refusal.problem["verdict"])
    let allowed = try Self.run(request, ["--max-duration", "20s"], root: folder.path)
    #expect(allowed.output == "{}\n")
    #expect(folder.names == ["good", "long"])
  }

  @Test func `post-finish without a server is judged alone`() throws {
    let folder = try ScratchFolder()
    let long = try folder.write(Data(try HookSite.longMovie()), as: "long")
    let outcome = try Self.run(
      TusdRequest.finished("post-finish", path: long), root: folder.path)
    #expect(outcome.ending == .exit(0))
    #expect(Self.refusal(outcome)?.code == "duration.too_long")
  }

  @Test(arguments: ["post-create", "post-receive", "post-terminate", "pre-terminate", "later"])
  func `any other hook goes on`(type: String) throws {
    let outcome = try Self.run(TusdRequest.finished(type, path: "/x"))
    #expect(outcome.ending == .exit(0) && outcome.output == "{}\n")
  }

  @Test func `whoever judges files has to know the folder of uploads`() throws {
    let outcome = try Self.run(TusdRequest.finished("pre-finish", path: "/x"))
    #expect(outcome.ending == .exit(2) && outcome.output.isEmpty)
    #expect(outcome.errors.contains("hooks.tusd_root"))
    let folder = try ScratchFolder()
    let good = try folder.write(Data(try Bodies.movie()), as: "good")
    let configuration = try folder.write(
      Data("{hooks: {tusd_root: '\(folder.path)'}}".utf8), as: "clipgate.json5")
    let known = try Self.run(
      TusdRequest.finished("pre-finish", path: good), ["--config", configuration])
    #expect(known.output == "{}\n")
  }

  @Test func `a file that is not there, or elsewhere, is refused, and said to us without a path`()
    throws
  {
    let folder = try ScratchFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: "/etc/passwd")
    unsafe mkfifo(folder.file("pipe"), 0o600)
    for path in [folder.file("gone"), "/etc/passwd", folder.file("link"), folder.file("pipe")] {
      let outcome = try Self.run(
        TusdRequest.finished("pre-finish", path: path), root: folder.path)
      #expect(outcome.ending == .exit(0))
      #expect(Self.refusal(outcome)?.code == "file.unreadable")
      #expect(outcome.errors.hasPrefix("clipgate: the file of the upload can't be read: "))
      #expect(!outcome.errors.contains("/"))
    }
  }

  @Test(arguments: ["", "{", "{}", #"{"Upload":{"ID":"","Size":7}}"#, "\u{0}"])
  func `what is no hook request is no success, so that tusd's client is told`(text: String) throws {
    let outcome = try Self.run(Array(text.utf8))
    #expect(outcome.ending == .exit(3) && outcome.output.isEmpty && !outcome.errors.isEmpty)
  }

  @Test func `a request is bounded`() throws {
    let outcome = try Self.run([UInt8](repeating: UInt8(ascii: " "), count: 1_000_000))
    #expect(outcome.ending == .exit(3))
    #expect(outcome.errors.contains("65536"))
  }

  @Test(arguments: [
    ["x.mp4"], ["--from", "1"], ["--server", "ftp://x"], ["--server", "x"], ["--data", "x"],
  ])
  func `a wrong command line is told before anything is read`(words: [String]) throws {
    let outcome = try Self.run(TusdRequest.preCreate(size: 1), words)
    #expect(outcome.ending == .exit(2) && outcome.output.isEmpty)
  }

  @Test func `post-finish is handed on to the service, which takes it in once`() throws {
    let folder = try ScratchFolder()
    let token = try folder.write(Data("s3cret\n".utf8), as: "token")
    let site = try HookSite(flags: ["--token-file", token])
    let path = try site.lay(try Bodies.movie())
    let request = TusdRequest.finished("post-finish", path: path)
    let words = ["--server", "http://127.0.0.1:\(site.service.port)/", "--token-file", token]
    let outcomes = Clients.run(3) { _ in try? Self.run(request, words) }
    #expect(outcomes.allSatisfy { $0?.ending == .exit(0) })
    #expect(Set(outcomes.map { $0?.output }).count == 1)
    let answer = try JSON(parsing: try #require(outcomes.first??.outputData))
    let url = try #require(answer["HTTPResponse"]["Header"]["Location"].string)
    let listed = try site.service.get(
      "/v1/clips", fields: ["Authorization: Bearer s3cret"])
    #expect(listed.document["clips"].items.map { $0["urls"]["self"].string } == [url])
    // Without the token the service takes nothing, and it is no success.
    let stranger = try Self.run(request, ["--server", "http://127.0.0.1:\(site.service.port)"])
    #expect(stranger.ending == .exit(3) && stranger.errors.contains("401"))
    let long = try site.lay(try HookSite.longMovie(), as: "long")
    let refused = try Self.run(
      TusdRequest.finished("post-finish", id: "long", path: long), words)
    #expect(refused.ending == .exit(0))
    #expect(Self.refusal(refused)?.code == "duration.too_long")
    let part = TusdRequest.finished("post-finish", path: path, partial: true)
    #expect(try Self.run(part, ["--server", "http://127.0.0.1:1"]).output == "{}\n")
  }

  @Test func `a service that can't be reached is told, and the other hooks need none`() throws {
    let request = TusdRequest.finished("post-finish", path: "/x")
    let outcome = try Self.run(request, ["--server", "http://127.0.0.1:1"])
    #expect(outcome.ending == .exit(3) && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("clipgate: the service can't be reached: "))
    let fine = try Self.run(TusdRequest.preCreate(size: 1), ["--server", "http://127.0.0.1:1"])
    #expect(fine.ending == .exit(0) && fine.output == "{}\n")
    let folder = try ScratchFolder()
    let lost = try Self.run(
      request, ["--server", "http://127.0.0.1:1", "--token-file", folder.file("none")])
    #expect(lost.ending == .exit(3) && lost.errors.contains("--token-file"))
  }

  @Test func `a signal ends the wait for a request`() throws {
    var ends: [Int32] = [0, 0]
    let answer = unsafe pipe(&ends)
    try #require(answer == 0)
    let (reading, writing) = (ends[0], ends[1])
    defer { close(writing) }
    let program = try Program.clipgate().start(["hook"], standardInput: reading)
    close(reading)
    usleep(500_000)
    program.send(signal: SIGTERM)
    let outcome = try program.wait(deadline: .seconds(10))
    #expect(outcome.ending == .exit(143) || outcome.ending == .signal(SIGTERM))
  }

  @Test func `tusd's hook files call it in a line, with all that tusd puts around it`() throws {
    let uploads = try ScratchFolder()
    let hooks = try ScratchFolder()
    let long = try uploads.write(Data(try HookSite.longMovie()), as: HookSite.id)
    for name in ["pre-create", "pre-finish"] {
      let script = "#!/bin/sh\nexec '\(try Program.clipgate().path)' hook\n"
      let path = try hooks.write(Data(script.utf8), as: name)
      _ = unsafe chmod(path, 0o700)
      let request =
        name == "pre-create"
        ? TusdRequest.preCreate(size: 105_224) : TusdRequest.finished(name, path: long)
      let outcome = try Program(path: path).run(
        [], input: Data(request),
        environment: [
          "TUS_ID": name == "pre-create" ? "" : HookSite.id, "TUS_SIZE": "105224",
          "TUS_OFFSET": "0", "CLIPGATE_HOOKS_TUSD_ROOT": uploads.path,
        ], directory: hooks.path)
      #expect(outcome.ending == .exit(0))
      if name == "pre-create" {
        #expect(outcome.output == "{}\n")
      } else {
        #expect(Self.refusal(outcome)?.code == "duration.too_long")
      }
    }
  }
}
