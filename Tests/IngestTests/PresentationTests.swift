import Boxes
import FFmpeg
import TestSupport
import Testing

@testable import Ingest

/// When edit lists present a track, from the numbers of an index alone.
@Suite struct PresentationTests {
  private typealias Edit = MovieStructure.Edit

  /// A second of media in ticks of a thousandth, in a movie of the same.
  private func span(
    _ edits: [(duration: UInt64, mediaTime: Int64)], media: Range<Int64>? = 0..<1000,
    handler: String = "vide", rate: Int32 = 0x1_0000, timescale: UInt32 = 1000,
    isFragmented: Bool = false
  ) -> [Double]? {
    var structure = MovieStructure()
    structure.timescale = timescale
    structure.isFragmented = isFragmented
    var track = MovieStructure.Track()
    track.handler = handler
    track.timescale = 1000
    track.compositionSpan = media
    track.mediaDuration = UInt64(
      clamping: media.map { Int128($0.upperBound) - Int128($0.lowerBound) } ?? 0)
    track.edits = edits.map {
      Edit(segmentDuration: $0.duration, mediaTime: $0.mediaTime, rate: rate)
    }
    guard let span = structure.presentation(of: track) else { return nil }
    return [span.lowerBound, span.upperBound].map { $0 / .milliseconds(1) }
  }

  @Test func `without a list the media itself is shown, of pictures`() {
    #expect(span([]) == [0, 1000])
    #expect(span([], media: 80..<1080) == [80, 1080])
    #expect(span([], handler: "soun") == nil)
  }

  @Test func `an edit shows a part of the media`() {
    #expect(span([(400, 300)]) == [0, 400])
    #expect(span([(400, 0)]) == [0, 400])
    #expect(span([(1, 999)]) == [0, 1])
  }

  @Test func `an empty edit makes what follows late`() {
    #expect(span([(500, -1), (1000, 0)]) == [500, 1500])
    #expect(span([(500, -1), (200, -1), (300, 100)]) == [700, 1000])
  }

  @Test func `an edit shows no more than there is`() {
    #expect(span([(5000, 0)]) == [0, 1000])
    #expect(span([(5000, 900)]) == [0, 100])
    // Media that begins after the edit does is seen late.
    #expect(span([(1000, 0)], media: 80..<1080) == [80, 1000])
  }

  @Test func `an edit without a duration runs to the end of the media`() {
    #expect(span([(0, 300)]) == [0, 700])
    #expect(span([(200, -1), (0, 300)]) == [200, 900])
    #expect(span([(0, 1000)]) == nil)
  }

  @Test func `beside other edits, one without a duration shows nothing`() {
    #expect(span([(400, 0), (0, 300)]) == [0, 400])
    #expect(span([(0, 300), (400, 0)]) == [0, 400])
    #expect(span([(0, 0), (0, 300)]) == nil)
  }

  @Test func `edits follow each other, a repeated one is seen twice`() {
    #expect(span([(500, 0), (500, 0)]) == [0, 1000])
    #expect(span([(200, 800), (300, 0), (100, 500)]) == [0, 600])
    #expect(span([(200, 0), (300, -1), (100, 500)]) == [0, 600])
  }

  @Test func `edits that show nothing present nothing`() {
    #expect(span([(500, -1)]) == nil)
    #expect(span([(500, 1000)]) == nil)
    #expect(span([(500, .max)]) == nil)
    #expect(span([(500, 0)], media: nil) == nil)
  }

  @Test func `another speed, fragments, or no clock are left to the packets`() {
    #expect(span([(500, 0)], rate: 0x8000) == nil)
    #expect(span([(500, 0)], rate: 0) == nil)
    #expect(span([(500, 0)], isFragmented: true) == nil)
    #expect(span([(500, 0)], timescale: 0) == nil)
  }

  @Test(arguments: [1, 1000, UInt32.max])
  func `1,024 edits of the longest duration are no crash`(timescale: UInt32) {
    let edits = Array(repeating: (duration: UInt64.max, mediaTime: Int64(0)), count: 1024)
    #expect(span(edits, timescale: timescale) != nil)
    let empty = Array(repeating: (duration: UInt64.max, mediaTime: Int64(-1)), count: 1023)
    #expect(span(empty + [(1, 0)], timescale: timescale) != nil)
    #expect(span([(.max, .max - 1)], media: .min ..< .max, timescale: timescale) != nil)
  }

  @Test(arguments: [
    (44_100, 2112, 20_000 - 2112), (44_100, 4097, 20_000), (8_000, 2112, 20_000 - 2112),
    (600, 29, 20_000), (600, 4000, 20_000), (1_000, 3000, 20_000),
  ])
  func `priming is no hidden media, and only where ticks are samples are they counted as such`(
    timescale: UInt32, mediaTime: Int64, length: Int64
  ) {
    var structure = MovieStructure()
    structure.timescale = timescale
    var track = MovieStructure.Track()
    track.handler = "soun"
    track.timescale = timescale
    track.compositionSpan = 0..<20_000
    track.mediaDuration = 20_000
    track.edits = [Edit(segmentDuration: 1000, mediaTime: mediaTime, rate: 0x1_0000)]
    let base = Ratio(1, Int32(timescale))
    #expect(structure.length(of: track) == base.duration(20_000) - base.duration(20_000 - length))
  }
}
