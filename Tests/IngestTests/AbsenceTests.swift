import Rules
import Testing

@testable import Ingest

/// What is told of media that are not in the file.
@Suite struct AbsenceTests {
  @Test func `missing packets are told in a sentence`() {
    var absence = Absence()
    absence.pictureBreaks = TransportCounters.Losses(places: 2, packets: 16)
    absence.soundBreaks = TransportCounters.Losses(places: 1, packets: 1)
    #expect(
      absence.warnings.map(\.message) == [
        "At least 16 packets of the pictures are missing from the transport stream, in 2 places.",
        "At least 1 packet of the sound is missing from the transport stream, in 1 place.",
      ])
  }
}
