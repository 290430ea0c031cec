import Boxes
import Rules
import TestSupport
import Testing

@testable import FFmpeg
@testable import Ingest

@Suite struct SelectionTests {
  private func stream(
    _ index: Int, _ kind: StreamDescription.Kind, decoder: String? = "some",
    isDefault: Bool = false, isAttached: Bool = false, channels: Int = 2
  ) -> StreamDescription {
    let none = Ratio(0, 1)
    return StreamDescription(
      index: index, id: index + 1, kind: kind, codec: "some", profile: nil,
      timeBase: Ratio(1, 1000), decoder: decoder, isDefault: isDefault,
      isAttachedPicture: isAttached, width: 64, height: 48, sampleAspectRatio: none,
      averageFrameRate: none, baseFrameRate: none, pixelFormat: nil,
      color: ColorDescription(range: nil, primaries: nil, transfer: nil, matrix: nil),
      displayMatrix: nil, hasDolbyVision: false, isInterlaced: false, reorderDelay: 0,
      channels: channels, sampleRate: 48_000, initialPadding: 0, frameSize: 0, extradata: [],
      metadataKeys: [])
  }

  private func structure(_ handlers: [String], chapters: [UInt32] = []) -> MovieStructure {
    var structure = MovieStructure()
    for (index, handler) in handlers.enumerated() {
      var track = MovieStructure.Track()
      track.id = UInt32(index + 1)
      track.handler = handler
      if index == 0 { track.chapterReferences = chapters }
      structure.tracks.append(track)
    }
    return structure
  }

  @Test func `the first stream is taken where none is marked`() {
    let selection = Selection(
      [stream(0, .video), stream(1, .video), stream(2, .audio), stream(3, .audio)], structure: nil)
    #expect(selection.video(without: []) == 0)
    #expect(selection.audio(without: []) == 2)
  }

  @Test func `a default mark goes before the order`() {
    let selection = Selection(
      [
        stream(0, .video), stream(1, .video, isDefault: true), stream(2, .audio),
        stream(3, .audio, isDefault: true),
      ], structure: nil)
    #expect(selection.video(without: []) == 1)
    #expect(selection.audio(without: []) == 3)
  }

  @Test func `a cover is never the movie, marked or not`() {
    let selection = Selection(
      [stream(0, .video, isDefault: true, isAttached: true), stream(1, .video)], structure: nil)
    #expect(selection.video(without: []) == 1)
    #expect(selection.pictureStreams == [1])
    let alone = Selection([stream(0, .video, isAttached: true), stream(1, .audio)], structure: nil)
    #expect(alone.video(without: []) == nil)
  }

  @Test func `a stream that was found empty is passed over`() {
    let selection = Selection(
      [stream(0, .video, isDefault: true), stream(1, .video)], structure: nil)
    #expect(selection.video(without: [0]) == 1)
    #expect(selection.video(without: [0, 1]) == nil)
  }

  @Test func `what decodes goes before what does not, even if that is marked`() {
    let selection = Selection(
      [
        stream(0, .video, decoder: nil, isDefault: true), stream(1, .video),
        stream(2, .audio, decoder: nil, isDefault: true), stream(3, .audio),
      ], structure: nil)
    #expect(selection.video(without: []) == 1)
    #expect(selection.audio(without: []) == 3)
    let none = Selection([stream(0, .video, decoder: nil)], structure: nil)
    #expect(none.video(without: []) == 0)
  }

  @Test func `sound without channels can't be decoded`() {
    let selection = Selection([stream(0, .audio, channels: 0), stream(1, .audio)], structure: nil)
    #expect(selection.audio(without: []) == 1)
    #expect(!selection.isDecodableSound(0))
  }

  @Test(arguments: ["auxv", "pict", "meta", "text"])
  func `a track of depth or stills is not the movie, even if it comes first`(handler: String) {
    let selection = Selection(
      [stream(0, .video, isDefault: true), stream(1, .video)],
      structure: structure([handler, "vide"]))
    #expect(selection.video(without: []) == 1)
  }

  @Test func `thumbnails of chapters are not the movie`() {
    let streams = [stream(0, .audio), stream(1, .video, isDefault: true), stream(2, .video)]
    let selection = Selection(
      streams, structure: structure(["soun", "vide", "vide"], chapters: [2]))
    #expect(selection.video(without: []) == 2)
  }

  @Test(.movies) func `a movie whose first picture track is empty is the second one`() throws {
    var empty = try Movies.video()
    empty.samples = []
    let file = try Movies.file([empty, Movies.video()])
    let run = try Run(file)
    #expect(run.report.accepted, "\(run.codes)")
    #expect(run.report.facts?.video?.index == 1)
    #expect(run.report.output?.facts.video?.frameCount == 25)
  }
}
