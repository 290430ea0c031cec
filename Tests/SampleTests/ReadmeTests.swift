import Foundation
import TestSupport
import Testing

/// What the README says, held against the files and the program that it speaks of.
@Suite struct ReadmeTests {
  let text: String

  init() throws {
    text = try String(contentsOfFile: Checkout.path("README.md"), encoding: .utf8)
  }

  @Test func `the table of samples is the manifest's`() throws {
    let parts = text.components(separatedBy: "<!-- samples -->\n")
    let table = try #require(parts.last?.components(separatedBy: "<!-- /samples -->").first)
    var expected = "| movie | shows | verdict |\n| --- | --- | --- |\n"
    for sample in try Sample.all() {
      let codes = (sample.reasons + (sample.warnings ?? [])).map { " `\($0)`" }.joined()
      let verdict = (sample.accepted ? "ok" : "refuse") + codes
      expected += "| `\(sample.name)` | \(sample.shows) | \(verdict) |\n"
    }
    #expect(table == expected)
  }

  @Test func `the example is the one that is built`() throws {
    let example = try String(
      contentsOfFile: Checkout.path("Examples/Shrink/main.swift"), encoding: .utf8)
    #expect(text.contains("```swift\n\(example)```\n"))
  }

  @Test func `the example makes a movie and a poster, or says why not and leaves nothing`() throws {
    let folder = try ScratchFolder()
    let outputs = [folder.file("out.mp4"), folder.file("out.jpg")]
    let example = try Program.built("Shrink")
    let refused = try example.run([Checkout.path("samples/truncated.mp4")] + outputs)
    #expect(refused.ending == .exit(1))
    #expect(refused.output.hasPrefix("movie.truncated "))
    #expect(folder.names == [])
    let made = try example.run([Checkout.path("samples/phone-portrait.mov")] + outputs)
    #expect(made.ending == .exit(0), "\(made.errors)")
    #expect(folder.names == ["out.jpg", "out.mp4"])
    #expect(try Clipgate.verdict(outputs[0]).outcome.ending == .exit(0))
  }

  @Test func `each folder that it names is there`() throws {
    let section = try #require(text.components(separatedBy: "## Where things lie\n").last)
    let rows = section.prefix { $0 != "#" }.matches(of: #/\| ([^|]+) \|/#).map(\.1)
    let folders = rows.flatMap { $0.matches(of: #/`([\w\/]+)`/#).map { String($0.1) } }
    #expect(folders.count > 8)
    for folder in folders {
      #expect(FileManager.default.fileExists(atPath: Checkout.path(folder)), "\(folder)")
    }
  }

  @Test func `each command that it names has help`() throws {
    let rows = text.matches(of: #/\| `clipgate (\w+)[^|]*\|/#).map { String($0.1) }
    #expect(rows.count > 6)
    for command in rows where command != "help" {
      let outcome = try Program.clipgate().run(["help", command])
      #expect(outcome.ending == .exit(0))
      #expect(outcome.output.contains("clipgate \(command)"), "\(outcome.output)")
    }
  }

  @Test func `each option that it names is in the help of process, check or plan`() throws {
    let section = try #require(
      text.components(separatedBy: "The options that are needed most:").last)
    let table = section.components(separatedBy: "\nOutput appears")[0]
    let options = table.matches(of: #/`(--[\w-]+)/#).map { String($0.1) }
    #expect(options.count > 10)
    let help = try ["process", "check", "plan"].map {
      try Program.clipgate().run(["help", $0]).output
    }.joined()
    for option in options { #expect(help.contains(option), "\(option)") }
  }
}
