import FFmpeg
import Rules
import TestSupport
import Testing

@testable import Ingest

/// Which picture becomes the poster.
@Suite(.movies) struct PosterPickerTests {
  /// When the picture is shown that is chosen among those of 25 a second that a filter makes.
  private func pick(
    _ source: String, _ wanted: PosterTime = .best, frames: Int = 50
  ) throws -> (frame: Int, why: String)? {
    let path = try MadeMovie.path([
      "-f", "lavfi", "-i", source, "-frames:v", "\(frames)", "-vf", "format=yuv420p", "-c:v",
      "libx264", "-crf", "5", "-preset", "ultrafast",
    ])
    let file = try OpenFile(path)
    var picker = PosterPicker(wanted)
    var demuxer = try Demuxer(descriptor: file.descriptor, size: file.size, format: "mov")
    var decoder = try Decoder(demuxer, stream: 0, maxPixels: 1 << 20)
    let packet = try Packet()
    let frame = try Frame()
    var count: Int64 = 0
    let base = Ratio(1, 25)
    func take() throws {
      while try decoder.receive(into: frame) == .frame {
        try picker.add(frame, at: base.duration(count))
        count += 1
      }
    }
    while try demuxer.read(into: packet) {
      _ = try decoder.send(packet)
      try take()
    }
    try decoder.finish()
    try take()
    withExtendedLifetime(file) {}
    return picker.finish().map { (Int(base.ticks($0.0.time)), $0.why) }
  }

  private static let card = "testsrc2=s=160x120:r=25"

  @Test func `the first picture is taken where it is bright`() throws {
    let picked = try #require(try pick(Self.card))
    #expect(picked.frame == 0)
    #expect(picked.why == "first bright")
  }

  @Test(arguments: ["black", "gray", "white", "red"])
  func `pictures of one colour at the start are passed over`(color: String) throws {
    let picked = try #require(
      try pick(
        "color=\(color):s=160x120:r=25:d=0.4[a];\(Self.card):d=2[b];[a][b]concat"))
    #expect(picked.frame == 10)
    #expect(picked.why == "first bright")
  }

  @Test func `pictures that fade in are passed over`() throws {
    let picked = try #require(try pick("\(Self.card),fade=in:0:25"))
    #expect((18...26).contains(picked.frame), "\(picked.frame)")
    #expect(picked.why == "first bright")
  }

  @Test func `pictures that fade out are passed over where whole ones follow`() throws {
    let picked = try #require(
      try pick("\(Self.card):d=0.6,fade=out:0:15[a];\(Self.card):d=2[b];[a][b]concat"))
    #expect((14...16).contains(picked.frame), "\(picked.frame)")
  }

  @Test(arguments: ["color=black:s=160x120:r=25", "color=gray:s=160x120:r=25"])
  func `a movie of one colour has a poster all the same`(source: String) throws {
    let picked = try #require(try pick(source))
    #expect(picked.why == "brightest")
  }

  @Test func `of dark pictures alone the brightest is taken`() throws {
    let picked = try #require(
      try pick(
        "color=black:s=160x120:r=25,format=yuv420p,geq=lum='if(eq(N,7),30,17)':cb=128:cr=128"))
    #expect(picked.frame == 7)
    #expect(picked.why == "brightest")
  }

  @Test(arguments: [PosterTime.best, .first, .at(.zero), .at(.seconds(99))])
  func `of one picture that one is taken`(wanted: PosterTime) throws {
    let picked = try #require(try pick(Self.card, wanted, frames: 1))
    #expect(picked.frame == 0)
  }

  @Test(arguments: [
    (Duration.zero, 0), (.milliseconds(40), 1), (.milliseconds(79), 1), (.milliseconds(80), 2),
    (.milliseconds(1959), 48), (.milliseconds(1960), 49), (.seconds(99), 49),
  ])
  func `at a time the picture is taken that is on screen then`(time: Duration, frame: Int) throws {
    let picked = try #require(try pick(Self.card, .at(time)))
    #expect(picked.frame == frame)
    #expect(picked.why == "asked for")
  }

  @Test func `the first picture is taken where it is asked for, black or not`() throws {
    let picked = try #require(
      try pick("color=black:s=160x120:r=25:d=0.4[a];\(Self.card):d=2[b];[a][b]concat", .first))
    #expect(picked.frame == 0)
    #expect(picked.why == "first")
  }

  @Test func `without a picture there is no poster`() {
    var picker = PosterPicker(.best)
    #expect(picker.finish() == nil)
  }
}
