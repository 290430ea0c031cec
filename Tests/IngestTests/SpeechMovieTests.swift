import Rules
import TestSupport
import Testing

/// A phone's 3GP: a second of pictures, and of AMR with pauses.
@Suite(.movies) struct SpeechMovieTests {
  @Test(arguments: Speech.allCases, [1, 10])
  func `pauses are no damage, and sound comes out as long as it was`(
    speech: Speech, perSample: Int
  ) throws {
    let frames = speech.pause(5) + speech.spoken(20) + speech.pause(25)
    let movie = try Movies.file([
      Movies.video(), speech.track(frames, perSample: perSample),
    ])
    let run = try Run(movie)
    #expect(run.report.accepted, "\(run.codes)")
    #expect(run.warnings == [])
    #expect(run.report.facts?.duration.audioClock == .seconds(1))
    #expect(run.report.output?.facts.audio?.duration == .seconds(1))
  }

  @Test func `sound that is one pause is sound`() throws {
    let speech = Speech.narrow
    let movie = try Movies.file([
      Movies.video(), speech.track(speech.pause(50), perSample: 5),
    ])
    let run = try Run(movie, policy: Policy(requireAudio: true))
    #expect(run.report.accepted, "\(run.codes)")
    #expect(run.report.output?.facts.audio?.duration == .seconds(1))
  }
}
