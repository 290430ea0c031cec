internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// The program as scripts use it: odd standard streams, temporary files, a full disk.
@Suite(.cases) struct CommandLineTests {
  private func shell(
    _ script: String, _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> Outcome {
    let bash = try #require(Program.installed("bash"))
    return try bash.run(
      ["-c", script, "clipgate", try Program.clipgate().path] + arguments, environment: environment,
      deadline: .seconds(60))
  }

  static let rejects = [
    "html.mp4", "zero.mp4", "mdatonly.mp4", "raw.h264", "zerotail.mp4", "trunc_moovfront.mp4",
    "bomb.gif", "evil_hls.mp4", "over5.mp4",
  ]

  @Test("B122 B159 B165: what is no movie is a refusal, not a crash", arguments: rejects)
  func rejectsAreRefused(_ name: String) throws {
    let processed = try Clipgate.process(try CaseInputs.path(name))
    #expect(processed.isRefused, "\(processed.summary)")
    #expect(!processed.answer.codes.isEmpty)
  }

  @Test("B205: a standard error that nobody reads holds nothing up")
  func unreadErrors() throws {
    let folder = try ScratchFolder()
    let outcome = try shell(
      #""$1" process "$2" -o "$3" --progress always 2> >(sleep 12)"#,
      [try CaseInputs.path("exact5.mp4"), folder.file("out.mp4")])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(outcome.wall < .seconds(10))
  }

  @Test(
    "B206: standard input is left alone",
    arguments: [
      #""$1" process --quiet "$2" -o "$3" <&-"#, #"yes | "$1" process --quiet "$2" -o "$3""#,
      #"setsid "$1" process --quiet "$2" -o "$3" </dev/null"#,
    ])
  func standardInput(_ script: String) throws {
    let folder = try ScratchFolder()
    let path = try CaseInputs.path("noaudio.mp4")
    let outcome = try shell(script, [path, folder.file("out.mp4")])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let usual = try Clipgate.process(path)
    let same = try Tool.cmp.run([folder.file("out.mp4"), usual.movie])
    #expect(same.ending == .exit(0), "\(same.output)")
  }

  @Test("A movie on standard input is judged as a file is")
  func movieOnStandardInput() throws {
    let data = try Data(contentsOf: URL(filePath: try CaseInputs.path("noaudio.mp4")))
    let outcome = try Program.clipgate().run(["check", "--json", "-"], input: data)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let document = try #require(try Clipgate.documents(outcome).first)
    #expect(document["name"].string == "-")
    #expect(document["accepted"].bool == true)
  }

  @Test("B210: refusals leave no temporary files", arguments: rejects)
  func noTemporaryFiles(_ name: String) throws {
    let temporary = try ScratchFolder()
    let outputs = try ScratchFolder()
    let outcome = try Clipgate.run(
      ["process", try CaseInputs.path(name), "-o", outputs.path],
      environment: ["TMPDIR": temporary.path])
    #expect(outcome.ending == .exit(1))
    #expect(temporary.names == [])
    #expect(outputs.names == [])
  }

  @Test("B212: an output that finds no room is a failure of writing, and leaves nothing")
  func noRoom() throws {
    let folder = try ScratchFolder()
    let outcome = try shell(
      #"ulimit -f 8; exec "$1" process --quiet "$2" -o "$3" --poster "$4""#,
      [try CaseInputs.path("moovfront.mp4"), folder.file("out.mp4"), folder.file("out.jpg")])
    #expect(outcome.ending == .exit(3), "\(outcome.errors)")
    #expect(folder.names == [])
  }

  @Test("A missing file is unreadable, and the others are still judged")
  func missingFile() throws {
    let good = try CaseInputs.path("noaudio.mp4")
    let outcome = try Clipgate.run(["check", "--json", "/nowhere/missing.mp4", good])
    #expect(outcome.ending == .exit(3))
    let documents = try Clipgate.documents(outcome)
    #expect(documents.count == 2)
    #expect(documents.first?["reasons"][0]["code"].string == "file.unreadable")
    #expect(documents.last?["accepted"].bool == true)
  }

  @Test("The versions are text for people, and one document with --json, wherever that stands")
  func versions() throws {
    for words in [["--version", "--json"], ["--json", "--version"]] {
      let outcome = try Clipgate.run(words)
      #expect(outcome.ending == .exit(0))
      let document = try #require(try Clipgate.documents(outcome).first)
      #expect(document["schema"].string == "clipgate.version/1")
      let version = try #require(document["version"].string)
      let release = try #require(document["ffmpeg"].string)
      #expect(try Clipgate.run(["--version"]).lines == ["clipgate \(version) (FFmpeg \(release))"])
    }
  }

  @Test("With --verbose the stages' times are told on standard error, and the report has them")
  func stages() throws {
    let folder = try ScratchFolder()
    let outcome = try Clipgate.run([
      "process", "--verbose", "--json", Checkout.path("samples/no-sound.mp4"), "-o",
      folder.file("out.mp4"),
    ])
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let report = try #require(try Clipgate.documents(outcome).first)
    let timing = report["timing"]
    let wall = try #require(timing["wall"].double)
    var sum = 0.0
    for stage in ["probe", "read", "decode", "scale", "encode", "poster", "write", "verify"] {
      sum += try #require(timing["stages"][stage].double, "\(stage)")
      #expect(outcome.errors.contains(" \(stage) "), "\(outcome.errors)")
    }
    #expect(timing["stages"]["sound"].isNull)
    #expect(sum <= wall + 0.001)
  }

  @Test("B203: a movie whose time is up is refused, and no process or file of it is left")
  func tookTooLong() throws {
    let folder = try ScratchFolder()
    let running = try Program.clipgate().start(
      ["process", "--json", try CaseInputs.path("noise.mp4"), "-o", folder.file("out.mp4")],
      environment: ["CLIPGATE_POLICY_MAX_CPU_SECONDS": "1"])
    let outcome = try running.wait(deadline: .seconds(30))
    #expect(outcome.ending == .exit(1), "\(outcome.errors)")
    let report = try #require(try Clipgate.documents(outcome).first)
    #expect(report["reasons"].items.map { $0["code"].string } == ["movie.took_too_long"])
    // It led a group of its own, in which its children were.
    #expect(!ProcessTable.runs(group: running.process))
    #expect(folder.names == [])
  }
}
