import Boxes
import Testing

@testable import Ingest

@Suite struct InterleavingTests {
  /// The chunks as text: "v12 a21".
  private func chunks(_ video: [Int], audio: Int = 0, packet: Int = 0) -> String {
    Interleaving(
      videoTimes: video.map { .milliseconds($0) }, audioCount: audio,
      audioPacket: .milliseconds(packet)
    ).chunks.map { "\($0.track == .video ? "v" : "a")\($0.sampleCount)" }.joined(separator: " ")
  }

  @Test func `half a second of pictures and of sound follow each other`() {
    let thirty = (0..<36).map { $0 * 100 / 3 }
    #expect(chunks(thirty, audio: 60, packet: 20) == "v15 a25 v15 a25 v6 a10")
  }

  @Test func `pictures alone and sound alone are laid too`() {
    #expect(chunks([0, 400, 499, 500, 999, 1000]) == "v3 v2 v1")
    #expect(chunks([], audio: 30, packet: 20) == "a25 a5")
    #expect(chunks([]) == "")
  }

  @Test func `a gap of seconds makes no empty chunk`() {
    #expect(chunks([0, 5000], audio: 2, packet: 20) == "v1 a2 v1")
  }

  @Test func `sound without a length lies in the first half second`() {
    #expect(chunks([0, 600], audio: 3, packet: 0) == "v1 a3 v1")
  }
}
