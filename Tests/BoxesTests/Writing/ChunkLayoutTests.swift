import Testing

@testable import Boxes

@Suite("The chunks of a payload")
struct ChunkLayoutTests {
  private func layout(
    _ chunks: [(WrittenChunk.Track, UInt32)], video: [UInt32] = [1, 2, 3],
    audio: [UInt32] = [10, 20], payload: UInt64 = 36
  ) throws -> ChunkLayout {
    try ChunkLayout(
      chunks.map { WrittenChunk(track: $0.0, sampleCount: $0.1) }, videoSizes: video,
      audioSizes: audio, payloadBytes: payload)
  }

  private func counts(_ counts: [UInt32]) throws -> [UInt32] {
    var builder = BoxBuilder()
    try ChunkLayout.Chunks(starts: [], counts: counts).appendCounts(to: &builder)
    return try BoxTree.content("stsc", in: builder.bytes).words
  }

  @Test("begin where the ones before them end")
  func starts() throws {
    let layout = try layout([(.video, 1), (.audio, 1), (.video, 2), (.audio, 1)])
    #expect(layout.video == .init(starts: [0, 11], counts: [1, 2]))
    #expect(layout.audio == .init(starts: [1, 16], counts: [1, 1]))
    #expect(layout.lastStart == 16)
  }

  @Test("are counted once for as long as they are equally long")
  func runs() throws {
    #expect(try counts([2, 2, 1, 1, 2]) == [0, 3, 1, 2, 1, 3, 1, 1, 5, 2, 1])
  }

  @Test("of one kind take one entry")
  func oneRun() throws {
    #expect(try counts([3, 3]) == [0, 1, 1, 3, 1])
  }

  @Test(
    "are refused where a sample is left over, missing or in none",
    arguments: [
      ([(.video, 2), (.audio, 2)], .video), ([(.video, 3), (.audio, 1)], .audio),
      ([(.video, 4), (.audio, 2)], .video), ([(.video, 3), (.audio, 2), (.audio, 1)], .audio),
      ([(.video, 0), (.video, 3), (.audio, 2)], .video), ([], .video),
    ] as [([(WrittenChunk.Track, UInt32)], WrittenChunk.Track)])
  func wrongChunks(chunks: [(WrittenChunk.Track, UInt32)], track: WrittenChunk.Track) {
    #expect(throws: IndexWriterError(.chunks, track: track)) { try layout(chunks) }
  }

  @Test("are refused for another payload", arguments: [0, 35, 37])
  func wrongPayload(payload: UInt64) {
    #expect(throws: IndexWriterError(.payload)) {
      try layout([(.video, 3), (.audio, 2)], payload: payload)
    }
  }

  @Test("are refused past 64 bits")
  func endless() {
    let chunks = ChunkLayout.Chunks(starts: [.max - 10], counts: [1])
    var builder = BoxBuilder()
    #expect(throws: IndexWriterError(.tooLarge)) {
      try chunks.appendOffsets(payloadStart: 11, wide: true, to: &builder)
    }
  }

  @Test("are refused in 32 bits where they need more")
  func tooFar() {
    let chunks = ChunkLayout.Chunks(starts: [UInt64(UInt32.max)], counts: [1])
    var builder = BoxBuilder()
    #expect(throws: IndexWriterError(.tooLarge)) {
      try chunks.appendOffsets(payloadStart: 1, wide: false, to: &builder)
    }
  }
}
