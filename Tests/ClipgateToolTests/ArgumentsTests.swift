import Testing

@testable import ClipgateTool

@Suite struct ArgumentsTests {
  private func read(_ words: String...) throws -> Arguments {
    try Arguments(words.map { FileName($0) })
  }

  @Test("Options stand before or after the command and its files")
  func order() throws {
    let arguments = try read("--json", "check", "a.mp4", "--max-duration", "3", "b.mp4")
    #expect(arguments.command == .check)
    #expect(arguments.files == [FileName("a.mp4"), FileName("b.mp4")])
    #expect(arguments.has(.json))
    #expect(arguments.values[.maxDuration] == FileName("3"))
  }

  @Test("A name that starts with a dash works after --")
  func dashes() throws {
    let arguments = try read("probe", "--", "-x.mp4", "--json")
    #expect(arguments.files == [FileName("-x.mp4"), FileName("--json")])
  }

  @Test("A lone dash is a file: standard input")
  func standardInput() throws { #expect(try read("check", "-").files == [.standardInput]) }

  @Test(
    "A value is taken as it is, whatever it holds",
    arguments: [
      "!#:+", "--force", "a b\"c'", "$(x)", "!\u{1}#", "", "!!#:+",
    ])
  func values(value: String) throws {
    let arguments = try read("process", "-o", value, "in.mp4")
    #expect(arguments.values[.output] == FileName(value))
    #expect(arguments.files == [FileName("in.mp4")])
  }

  @Test("A name that is not UTF-8 keeps its bytes")
  func bytes() throws {
    let name = FileName(bytes: [0x61, 0xFF, 0x2E])
    #expect(try Arguments([FileName("check"), name]).files == [name])
  }

  @Test(
    "Wrong words are named, with the nearest known one",
    arguments: [
      (["chek"], "unknown command “chek”; the nearest is check"),
      (["check", "--forse"], "unknown option “--forse”; the nearest is --force"),
      (["check", "-json"], "unknown option “-json”; the nearest is --json"),
      (["process", "-o"], "-o needs OUT"),
      (["check", "--json=3", "a"], "--json takes no value"),
      (["check", "--output", "a"], "-o does not go with check"),
      (["upload", "x.mov", "--poster", "x"], "--poster does not go with upload"),
      ([], "a command is needed; see clipgate help"),
    ])
  func mistakes(words: [String], message: String) {
    #expect(throws: UsageError(message: message)) {
      try Arguments(words.map { FileName($0) })
    }
  }

  @Test("Of upload's --to the one with :// is the address, and the other a time")
  func address() throws {
    let arguments = try read("upload", "x.mov", "--to", "http://a", "--to", "5")
    #expect(arguments.url == FileName("http://a"))
    #expect(arguments.values[.to] == FileName("5"))
    let other = try read("check", "x.mov", "--to", "http://a")
    #expect(other.url == nil)
    #expect(other.values[.to] == FileName("http://a"))
  }

  @Test("Every option of the policy may stand with probe")
  func probe() throws {
    _ = try read("probe", "a", "--max-duration", "nonsense", "--require-audio", "--config", "none")
  }

  @Test("--help after a command asks for that command's help")
  func help() throws {
    let arguments = try read("process", "x", "--help")
    #expect(arguments.command == .help)
    #expect(arguments.files == [FileName("process")])
  }

  @Test("Help is at most 80 columns wide", arguments: Command.allCases)
  func width(command: Command) {
    #expect((HelpText.overview() + HelpText.page(command)).allSatisfy { $0.count <= 80 })
  }
}
