import FFmpeg
import TestSupport
import Testing

@Suite(.movies) struct PictureGraphTests {
  private static let input = PictureGraph.Input(
    width: 64, height: 48, pixelFormat: "yuv420p", timeBase: Ratio(1, 12_800))

  /// Sends the ramp's pictures through a chain, and lends each that comes out; tells how many came
  /// before the end was said.
  private func send(
    _ chain: String, _ body: (borrowing Frame) throws -> Void
  ) throws -> (before: Int, after: Int) {
    var graph = try PictureGraph(Self.input, chain: chain)
    let out = try Frame()
    var demuxer = try Demuxer(OpenFile(MadeMovie.ramp()))
    var (before, after) = (0, 0)
    try demuxer.decode(stream: 0) { frame in
      var picture = try frame.shared()
      picture.setTimestamp(Int64(before + after) + (frame.timestamp ?? 0))
      try graph.push(picture)
      while try graph.pull(into: out) == .frame {
        before += 1
        try body(out)
      }
    }
    try graph.finish()
    while try graph.pull(into: out) == .frame {
      after += 1
      try body(out)
    }
    let isAtEnd = try graph.pull(into: out) == .end
    #expect(isAtEnd)
    return (before, after)
  }

  @Test(arguments: [
    "no_such_filter", "scale=-5:0:bad=1", "format=no_such", "hflip[", "crop=9999:9999",
    "amovie=/etc/passwd",
  ])
  func `a chain that can't be built is an error`(chain: String) {
    do {
      _ = try PictureGraph(Self.input, chain: chain)
      Issue.record("a graph of \(chain)")
    } catch {
      #expect(!error.description.contains("passwd"))
    }
  }

  @Test(arguments: ["", "no such"])
  func `pictures of no known format have no graph`(format: String) {
    let input = PictureGraph.Input(
      width: 64, height: 48, pixelFormat: format, timeBase: Ratio(1, 25))
    do {
      _ = try PictureGraph(input, chain: "null")
      Issue.record("a graph of \(format)")
    } catch {
      #expect(error.code == .notFound)
    }
  }

  @Test func `pictures come out scaled and turned, each at its time`() throws {
    var sizes: Set<[Int]> = []
    var times: [Int64] = []
    let counts = try send("scale=32:24,transpose=clock,format=yuv420p") { frame in
      sizes.insert([frame.width, frame.height])
      times.append(frame.timestamp ?? -1)
    }
    #expect([counts.before, counts.after] == [30, 0])
    #expect(sizes == [[24, 32]])
    #expect(times == times.sorted() && times.count == Set(times).count)
  }

  @Test func `what a chain holds back comes out at the end`() throws {
    let counts = try send("reverse") { _ in }
    #expect([counts.before, counts.after] == [0, 30])
  }

  @Test func `a picture that is pushed stays as it is`() throws {
    var graph = try PictureGraph(Self.input, chain: "lutyuv=y=0")
    let out = try Frame()
    var demuxer = try Demuxer(OpenFile(MadeMovie.ramp()))
    var values: [UInt8] = []
    try demuxer.decode(stream: 0) { frame in
      var picture = try frame.shared()
      picture.setTimestamp(Int64(values.count))
      try graph.push(picture)
      _ = try graph.pull(into: out)
      // unsafe: one byte of a plane that has thousands.
      values.append(unsafe picture.withFirstPlane { rows, _ in unsafe rows[0] })
      let black = unsafe out.withFirstPlane { rows, _ in unsafe rows[0] }
      #expect(black == 0)
    }
    #expect(values == (0..<30).map { UInt8(16 + 7 * $0) })
  }
}
