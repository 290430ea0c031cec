internal import Foundation
internal import TestSupport
internal import Testing

/// Names of files are names, whatever they look like.
@Suite(.cases, .readers) struct FileNameTests {
  /// A folder with a good movie under a name.
  private func folder(with name: String) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    _ = try folder.copy(try CaseInputs.path("noaudio.mp4"), as: name)
    return folder
  }

  @Test("B150: a name that starts with a dash works behind two dashes")
  func dash() throws {
    let folder = try folder(with: "-out.mp4")
    let probe = try Clipgate.run(["probe", "--json", "--", "-out.mp4"], directory: folder.path)
    #expect(probe.ending == .exit(0), "\(probe.errors)")
    let process = try Clipgate.run(
      ["process", "-o", "-o2.mp4", "--", "-out.mp4"], directory: folder.path)
    #expect(process.ending == .exit(0), "\(process.errors)")
    #expect(folder.names.contains("-o2.mp4"))
  }

  @Test(
    "B151 B152 B154: colons, spaces, quotes and other scripts are only characters",
    arguments: [
      "a:b.mp4", "Bildschirmvideo 13:19:57.mp4", "Généré 名前 🎬.mp4", "%d%s%n.mp4", "file:x.mp4",
      "a'b\"c`d$e.mp4", "new\nline.mp4", "concat:a|b.mp4", "out.mp4.mp4",
    ])
  func oddNames(_ name: String) throws {
    let folder = try folder(with: name)
    let outcome = try Clipgate.run(
      ["process", "--json", "-o", "made \(name)", "--poster", "poster:1.jpg", "--", name],
      directory: folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let report = try #require(try Clipgate.documents(outcome).first)
    #expect(report["name"].string == name)
    #expect(folder.names == [name, "made \(name)", "poster:1.jpg"].sorted())
    #expect(try FFprobe(folder.file("made \(name)")).videos.count == 1)
  }

  @Test("B152: into a folder, outputs take the movie's name")
  func intoFolder() throws {
    let folder = try folder(with: "Bildschirmvideo 13:19:57.mov")
    let outputs = try ScratchFolder()
    let outcome = try Clipgate.run(
      ["process", "-o", outputs.path, "Bildschirmvideo 13:19:57.mov"], directory: folder.path)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let stem = "Bildschirmvideo 13:19:57"
    #expect(outputs.names == ["\(stem).jpg", "\(stem).json", "\(stem).mp4"])
  }

  /// The longest names that file systems of Linux take have 255 bytes.
  @Test(
    "Into a folder, every name works whose report has one, a longer one fails before any work",
    arguments: [("n", 250), ("n", 251), ("é", 125), ("é", 126)])
  func longNames(_ letter: String, _ count: Int) throws {
    let stem = String(repeating: letter, count: count)
    // A name without an ending is all stem.
    let name = stem.utf8.count + 4 <= 255 ? "\(stem).mp4" : stem
    let folder = try folder(with: name)
    let outputs = try ScratchFolder()
    let outcome = try Clipgate.run(
      ["process", "--json", "-o", outputs.path, name, try CaseInputs.path("noaudio.mp4")],
      directory: folder.path)
    let reports = try Clipgate.documents(outcome)
    let isShortEnough = stem.utf8.count + 5 <= 255
    #expect(outcome.ending == .exit(isShortEnough ? 0 : 3), "\(outcome.errors)")
    #expect(reports.first?["accepted"].bool == isShortEnough)
    if !isShortEnough {
      #expect(reports.first?["reasons"][0]["code"].string == "output.name_too_long")
      // Nothing was looked at.
      #expect(reports.first?["facts"] == .null)
    }
    let others = ["jpg", "json", "mp4"].map { "noaudio.\($0)" }
    let own = isShortEnough ? ["jpg", "json", "mp4"].map { "\(stem).\($0)" } : []
    #expect(outputs.names == (own + others).sorted())
    #expect(reports.last?["accepted"].bool == true)
  }

  @Test("A name that is too long by itself is told as such", arguments: ["process", "poster"])
  func longOutput(_ command: String) throws {
    let folder = try folder(with: "in.mp4")
    let outcome = try Clipgate.run(
      [command, "--json", "in.mp4", "-o", String(repeating: "n", count: 256)],
      directory: folder.path)
    #expect(outcome.ending == .exit(3), "\(outcome.errors)")
    let report = try #require(try Clipgate.documents(outcome).first)
    #expect(report["reasons"][0]["code"].string == "output.name_too_long")
    #expect(folder.names == ["in.mp4"])
  }

  @Test("An existing file is not overwritten without --force")
  func existingOutput() throws {
    let folder = try folder(with: "in.mp4")
    _ = try folder.write(Data("mine".utf8), as: "out.mp4")
    let first = try Clipgate.run(["process", "in.mp4", "-o", "out.mp4"], directory: folder.path)
    #expect(first.ending == .exit(3), "\(first.errors)")
    let kept = try String(contentsOfFile: folder.file("out.mp4"), encoding: .utf8)
    #expect(kept == "mine")
    #expect(folder.names == ["in.mp4", "out.mp4"])
    let forced = try Clipgate.run(
      ["process", "--force", "in.mp4", "-o", "out.mp4"], directory: folder.path)
    #expect(forced.ending == .exit(0), "\(forced.errors)")
    let count = try FFprobe(folder.file("out.mp4")).countFrames()
    #expect(count == 10)
  }

  @Test("A movie is never overwritten by its own output", arguments: [[], ["--force"]])
  func ownOutput(_ flags: [String]) throws {
    let folder = try folder(with: "in.mp4")
    let outcome = try Clipgate.run(
      ["process", "in.mp4", "-o", "in.mp4"] + flags, directory: folder.path)
    #expect([.exit(2), .exit(3)].contains(outcome.ending))
    let source = try CaseInputs.path("noaudio.mp4")
    let same = try Tool.cmp.run([folder.file("in.mp4"), source])
    #expect(same.ending == .exit(0))
  }
}
