import Boxes
import Testing

/// The tiny track has three samples.
@Suite("When samples are")
struct SampleTimeTests {
  private func track(_ change: (inout TinyTrack) -> Void) throws -> MovieStructure.Track {
    try #require(try walk(TinyMovie.track(change).bytes).tracks.first)
  }

  @Test("durations add up, run by run")
  func runs() throws {
    let track = try track { $0.durations = [[1, 40], [0, 1_000], [2, 60]] }
    #expect(track.mediaDuration == 160)
    #expect(track.compositionSpan == 0..<160)
  }

  @Test(
    "steadiness and drift are measured against the first duration",
    arguments: [
      ([[3, 100]], 100, 0), ([[2, 100], [1, 30]], 100, 0),
      ([[1, 100], [1, 100], [1, 100]], 100, 0),
      ([[2, 100], [1, 130]], nil, 0), ([[1, 30], [2, 100]], nil, 70),
      ([[1, 100], [1, 101], [1, 100]], 100, 1), ([[1, 100], [1, 90], [1, 100]], 100, 10),
      ([[3, 0]], 0, 0),
    ] as [([[UInt32]], Int64?, Int64)])
  func steadiness(rows: [[UInt32]], duration: Int64?, drift: Int64) throws {
    let track = try track { $0.durations = rows }
    #expect(track.steadyDuration == duration)
    #expect(track.drift == drift)
    #expect(
      try self.track {
        $0.durations = rows
        $0.moreTables = tableAtom("ctts", [[1, 0], [1, 5], [1, 0]])
      }.steadyDuration == nil, "samples that are shown later")
  }

  @Test("edit lists do not shorten what is stored")
  func edits() throws {
    let track = try track { $0.more = atom("edts", tableAtom("elst", [[1, 0, 0x1_0000]])) }
    #expect(track.mediaDuration == 300)
    #expect(track.compositionSpan == 0..<300)
  }

  @Test(
    "composition offsets move the span",
    arguments: [
      // decode times 0, 100, 200
      ([[3, 50]], 50, 350),
      ([[1, 200], [2, 0]], 100, 300),
      ([[1, 100], [1, 300], [1, 0]], 100, 500),
      ([[1, 100], [0, 7_000], [2, 100]], 100, 400),
      ([[1, UInt32(bitPattern: -30)], [2, 0]], -30, 300),
      ([[1, 40]], 40, 300),
      ([], 0, 300),
      ([[3, 0x7FFF_FFFF]], 0x7FFF_FFFF, 0x7FFF_FFFF + 300),
      ([[3, 0x8000_0000]], -0x8000_0000, -0x8000_0000 + 300),
    ] as [([[UInt32]], Int64, Int64)])
  func offsets(rows: [[UInt32]], start: Int64, end: Int64) throws {
    let track = try track { $0.moreTables = tableAtom("ctts", rows) }
    #expect(track.compositionSpan == start..<end)
    #expect(track.mediaDuration == 300)
  }

  @Test("offsets and durations may change at different samples")
  func interleaved() throws {
    let track = try track {
      $0.durations = [[2, 100], [1, 10]]
      $0.moreTables = tableAtom("ctts", [[1, 0], [2, 5]])
    }
    #expect(track.compositionSpan == 0..<215)
  }

  @Test("a sample without a duration spans nothing")
  func zero() throws {
    let track = try track { $0.durations = [[3, 0]] }
    #expect(track.compositionSpan == 0..<0)
    #expect(track.mediaDuration == 0)
  }

  @Test("durations are never negative, but those that FFmpeg takes for such are told")
  func disputed() throws {
    let huge = try track { $0.durations = [[2, 1], [1, 0xFFFF_FFFF - 480_000]] }
    #expect(huge.mediaDuration == 2 + 0xFFFF_FFFF - 480_000)
    #expect(!huge.hasDisputedDurations)
    let disputed = try track { $0.durations = [[2, 1], [1, 0xFFFF_FFFF - 479_999]] }
    #expect(disputed.mediaDuration == 2 + 0xFFFF_FFFF - 479_999)
    #expect(disputed.compositionSpan == 0..<4_294_487_298)
    #expect(disputed.hasDisputedDurations)
    let unused = try track { $0.durations = [[3, 1], [0, 0xFFFF_FFFF]] }
    #expect(!unused.hasDisputedDurations)
  }

  @Test("years between pictures are told, not refused")
  func years() throws {
    let track = try track { $0.durations = [[3, 0x7FFF_FFFF]] }
    #expect(track.mediaDuration == 6_442_450_941)
    #expect(track.compositionSpan == 0..<6_442_450_941)
  }
}
