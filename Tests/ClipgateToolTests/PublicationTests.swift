import Foundation
import Rules
internal import Sandbox
import Testing

@testable import ClipgateTool

@Suite final class PublicationTests {
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "clipgate-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private func name(_ name: String) -> FileName { FileName(directory.appending(path: name).path) }

  private func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      let file = directory.appending(path: name)
      contents[name] = try String(contentsOf: file, encoding: .utf8)
    }
    return contents
  }

  private func put(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: directory.appending(path: name))
  }

  private func staged(_ name: String, _ text: String, named: Bool) throws -> StagedFile {
    let file = try StagedFile(at: Place(self.name(name)), named: named)
    try file.file.write(Array(text.utf8))
    return file
  }

  @Test("Results get their names together", arguments: [false, true])
  func together(named: Bool) throws {
    let a = try staged("a", "1", named: named)
    let b = try staged("b", "2", named: named)
    var publication = Publication(replaces: false)
    try publication.publish(a)
    try publication.publish(b)
    publication.commit()
    withExtendedLifetime((a, b)) {}
    #expect(try contents().filter { !$0.key.hasPrefix(".") } == ["a": "1", "b": "2"])
  }

  @Test("A staged file that is given up leaves nothing", arguments: [false, true])
  func givenUp(named: Bool) throws {
    do { _ = try staged("a", "1", named: named) }
    #expect(try contents().isEmpty)
  }

  @Test(
    "Without an order to replace, a taken name is an error and stays as it was",
    arguments: [false, true])
  func taken(named: Bool) throws {
    try put("old", "b")
    do {
      let a = try staged("a", "1", named: named)
      let b = try staged("b", "2", named: named)
      #expect(throws: SystemError("linkat", EEXIST)) {
        var publication = Publication(replaces: false)
        try publication.publish(a)
        try publication.publish(b)
      }
    }
    #expect(try contents() == ["b": "old"])
  }

  @Test("A failure after any step puts everything back", arguments: 0...3, [false, true])
  func undone(step: Int, replaces: Bool) throws {
    let before = replaces ? ["m.mp4": "old movie", "m.json": "old report"] : [:]
    for (name, text) in before { try put(text, name) }
    let destination = Destination(
      movie: name("m.mp4"), poster: name("m.jpg"), report: name("m.json"))
    do {
      let results = try StagedResults(
        destination, replacing: replaces, input: #require(FileIdentity(of: FileName("/"))))
      #expect(throws: (any Error).self) {
        let publication = try results.publish(reportText: "{}", hasPoster: true) {
          (now) throws(SystemError) in
          if now == step { throw SystemError("test", ENOSPC) }
        }
        // The last step is to tell of them.
        if step == 3 { throw SystemError("test", EPIPE) }
        publication.commit()
      }
    }
    #expect(try contents() == before)
  }

  @Test("With an order to replace, old files give way and nothing else is left")
  func replaced() throws {
    try put("old", "m.mp4")
    let destination = Destination(movie: name("m.mp4"), poster: nil, report: name("m.json"))
    let results = try StagedResults(
      destination, replacing: true, input: #require(FileIdentity(of: FileName("/"))))
    try results.publish(reportText: "{}", hasPoster: false).commit()
    #expect(try contents() == ["m.mp4": "", "m.json": "{}\n"])
  }

  @Test("A full device is told as such")
  func full() {
    #expect(
      Failure.unwritable(FileName("x"), SystemError("write", ENOSPC)).reason.code
        == .outputDiskFull)
  }

  @Test("Two inputs of one output name are a mistake before any work")
  func conflict() {
    #expect(throws: UsageError.self) {
      try Destination.all(
        for: [FileName("x/a.mov"), FileName("y/a.mp4")], output: FileName(self.directory.path),
        poster: nil, replacing: false)
    }
  }

  @Test("An input is never an output, by whatever name")
  func itself() throws {
    try put("movie", "a.mp4")
    try FileManager.default.linkItem(
      at: directory.appending(path: "a.mp4"), to: directory.appending(path: "b.mp4"))
    #expect(throws: UsageError.self) {
      try Destination.all(
        for: [self.name("a.mp4")], output: self.name("b.mp4"), poster: nil, replacing: true)
    }
  }

  @Test("In a directory results are named after their input")
  func names() throws {
    let all = try Destination.all(
      for: [FileName("x/a.b.mov"), .standardInput], output: FileName(directory.path), poster: nil,
      replacing: false)
    let last = all.flatMap(\.places).map(\.lastComponent.text)
    #expect(last == ["a.b.jpg", "a.b.json", "a.b.mp4", "stdin.jpg", "stdin.json", "stdin.mp4"])
  }
}
