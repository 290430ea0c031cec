import Boxes
import FFmpeg
import Rules
import TestSupport
import Testing

@testable import Ingest

/// What an edit list shows of a track's packets, from numbers alone.
@Suite struct EditedTrackTests {
  /// A track of packets of one tick each, shown from the first to the last by each of `repeats` edits.
  private func track(packets: Int, repeats: Int) throws -> EditedTrack {
    var track = MovieStructure.Track()
    track.handler = "soun"
    track.timescale = 1000
    track.edits = Array(
      repeating: .init(segmentDuration: UInt64(packets), mediaTime: 0, rate: 0x1_0000),
      count: repeats)
    let list = try #require(EditList(track, timescale: 1000, mediaBase: Ratio(1, 1000)))
    let coded = (0..<Int64(packets)).map {
      EditedTrack.Coded(start: $0, duration: 1, decoding: $0, isKey: true, size: 1)
    }
    return EditedTrack(list, isPictures: false, coded: coded)
  }

  @Test func `a list that goes back a few times is shown whole`() throws {
    let track = try track(packets: 5000, repeats: 20)
    #expect(track.pieces.count == 100_000)
    // Not of the whole track, which would be printed.
    let isWhole = track.isWhole
    #expect(isWhole)
    #expect(track.passes().count == 20)
  }

  @Test func `one that shows millions of packets is not followed to its end`() throws {
    let track = try track(packets: 5000, repeats: 1024)
    #expect(track.pieces.count < 1_020_000)
    let isWhole = track.isWhole
    #expect(!isWhole)
  }
}

/// The same in a movie.
@Suite(.movies) struct RepeatingEditTests {
  @Test func `an edit list of a second sound that shows too much is refused`() throws {
    // Each sample is a chunk and so a packet, which each of 1,000 edits shows.
    let sound = [Float](repeating: 0, count: 1_100)
    let edits = Array(repeating: MovieMaker.Edit(duration: 138, mediaTime: 0), count: 1_000)
    let file = try Movies.file([
      Movies.video(), Movies.sound([0, 0], rate: 8000), Movies.sound(sound, rate: 8000, edits),
    ])
    let run = try Run(file, policy: Policy(maxDuration: .seconds(100_000)))
    #expect(run.codes == ["movie.too_complex"])
  }
}
