internal import Foundation
internal import TestSupport
internal import Testing

/// `probe --plot`: a movie's time line as a picture.
@Suite struct PlotTests {
  private func plot(
    _ movie: String, _ flags: [String] = [], in folder: ScratchFolder
  ) throws -> (outcome: Outcome, drawing: String) {
    let path = folder.file("plot.svg")
    let outcome = try Clipgate.run(["probe", "--json", "--plot", path] + flags + ["--", movie])
    let drawing = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return (outcome, drawing)
  }

  private func count(_ color: String, in drawing: String) -> Int {
    // The legend has one of each.
    drawing.components(separatedBy: "fill=\"\(color)\"").count - 2
  }

  @Test func `Each picture has a bar, key frames in their colour, beside the usual facts`() throws {
    let movie = Checkout.path("samples/phone-portrait.mov")
    let folder = try ScratchFolder()
    let (outcome, drawing) = try plot(movie, in: folder)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    let document = try #require(try Clipgate.documents(outcome).first)
    let usual = try Clipgate.documents(Clipgate.run(["probe", "--json", "--", movie])).first
    #expect(document["facts"] == usual?["facts"])
    let video = document["facts"]["video"]
    let keys = try #require(video["key_frames"].int)
    #expect(count("#c0392b", in: drawing) == keys)
    #expect(count("#2e6da4", in: drawing) == (video["frame_count"].int ?? 0) - keys)
    #expect(count("#27ae60", in: drawing) == 1)
    #expect(count("#7f8c8d", in: drawing) == 0)
  }

  @Test func `Hidden media and what a trim keeps are there to be seen`() throws {
    let movie = Checkout.path("samples/hidden-media.mp4")
    let folder = try ScratchFolder()
    let (outcome, drawing) = try plot(movie, ["--from", "1", "--to", "2"], in: folder)
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(count("#7f8c8d", in: drawing) > 0)
    #expect(count("#f7dc6f", in: drawing) == 1)
    #expect(drawing.contains("fill-opacity"))
  }

  /// Hidden pictures in a drawing, in seconds, by the width of what `--from 0 --to 1` keeps.
  private func hiddenSeconds(_ movie: String) throws -> Double {
    let folder = try ScratchFolder()
    let (_, drawing) = try plot(movie, ["--from", "0", "--to", "1"], in: folder)
    func widths(_ color: String) -> [Double] {
      drawing.split(separator: "\n").compactMap {
        guard $0.contains("fill=\"\(color)\""), $0.contains("fill-opacity") else { return nil }
        return $0.firstMatch(of: /width="([0-9.]+)"/).flatMap { Double($0.1) }
      }
    }
    return widths("#7f8c8d").reduce(0, +) / (try #require(widths("#f7dc6f").first))
  }

  @Test(arguments: [[(0, 2)], [(2, 1)], [(4, 1)], [(0, 1), (3, 1)], [(3, 1), (0, 1)]])
  func `Hidden pictures are as long in the drawing as they are`(parts: [(Int, Int)]) throws {
    var source = try CopySource(
      filter: "testsrc2=s=320x240:r=25:d=5", length: 5, encoder: ["-g", "25"])
    source.pictures.edits = parts.map {
      .init(
        duration: UInt64($0.1 * 1_000), mediaTime: Int64($0.0) * Int64(source.pictures.timescale))
    }
    source.sound.edits = [.init(duration: 5_000, mediaTime: 1_024)]
    let folder = try ScratchFolder()
    let hidden = try hiddenSeconds(try source.write(into: folder))
    let shown = parts.reduce(0) { $0 + $1.1 }
    #expect(abs(hidden - Double(5 - shown)) < 0.1, "\(hidden) s")
  }

  @Test(
    "A name is text in the picture, whatever it is",
    .enabled(if: Program.installed("python3") != nil),
    arguments: ["<script>alert(1)</script> & \"x\".mp4", "a\u{1B}[2J\u{202E}.mp4", "日本\u{1}.mp4"])
  func names(_ name: String) throws {
    let folder = try ScratchFolder()
    let movie = folder.file(name.replacing("/", with: "⁄"))
    try FileManager.default.copyItem(
      atPath: Checkout.path("samples/no-sound.mp4"), toPath: movie)
    let (outcome, drawing) = try plot(movie, in: folder)
    #expect(outcome.ending == .exit(0))
    #expect(!drawing.contains("<script"))
    let reader = "import sys, xml.dom.minidom as d; d.parse(sys.argv[1])"
    let parsed = try #require(Program.installed("python3")).run(
      ["-c", reader, folder.file("plot.svg")])
    #expect(parsed.ending == .exit(0), "\(parsed.errors)")
  }

  @Test func `Nothing is overwritten unasked, and nothing is left where there is no movie`() throws
  {
    let folder = try ScratchFolder()
    let movie = Checkout.path("samples/no-sound.mp4")
    _ = try folder.write(Data("mine".utf8), as: "plot.svg")
    #expect(try plot(movie, in: folder).outcome.ending == .exit(3))
    #expect(try plot(movie, in: folder).drawing == "mine")
    #expect(try plot(movie, ["--force"], in: folder).drawing.hasPrefix("<?xml"))
    let empty = try ScratchFolder()
    let text = try folder.write(Data("no movie".utf8), as: "text.mp4")
    #expect(try plot(text, in: empty).outcome.ending == .exit(1))
    #expect(try plot(folder.file("missing.mp4"), in: empty).outcome.ending == .exit(3))
    #expect(empty.names == [])
  }

  @Test(arguments: [
    ["probe", "--from", "1"], ["probe", "--force"], ["probe", "--plot", "-"],
    ["check", "--plot", "x.svg"], ["probe", "--plot", "x.svg", "samples/no-sound.mp4"],
  ])
  func `What would have no effect is a wrong command line`(_ words: [String]) throws {
    let outcome = try Clipgate.run(
      words + ["samples/cover-art.mp4"], directory: Checkout.path("."))
    #expect(outcome.ending == .exit(2), "\(outcome.output)")
  }
}
