import Testing

@testable import Boxes

@Suite("A table of samples")
struct SampleTableTests {
  private func sample(
    _ duration: UInt32, offset: Int32 = 0, size: UInt32 = 1, isSync: Bool = true
  ) -> WrittenSample {
    WrittenSample(size: size, duration: duration, compositionOffset: offset, isSync: isSync)
  }

  private func table(
    _ samples: [WrittenSample], of track: WrittenChunk.Track = .video
  ) throws -> SampleTable {
    try SampleTable(
      samples, of: track, lasting: samples.reduce(0) { $0 + UInt64($1.duration) })
  }

  private func times(_ samples: [WrittenSample]) throws -> [String: [UInt32]] {
    var builder = BoxBuilder()
    try table(samples).appendTimes(to: &builder)
    return Dictionary(
      uniqueKeysWithValues: BoxTree.all(in: builder.bytes).map { ($0.type, $0.content.words) })
  }

  private func sizes(_ sizes: [UInt32]) throws -> [UInt32] {
    var builder = BoxBuilder()
    try table(sizes.map { sample(1, size: $0) }).appendSizes(to: &builder)
    return try BoxTree.content("stsz", in: builder.bytes).words
  }

  @Test("writes equal durations once")
  func durations() throws {
    let times = try times([sample(5), sample(5), sample(7), sample(5)])
    #expect(times == ["stts": [0, 3, 2, 5, 1, 7, 1, 5]])
  }

  @Test("writes composition offsets where one is not zero")
  func offsets() throws {
    let times = try times([sample(1, offset: 2), sample(1), sample(1), sample(1, offset: 4)])
    #expect(times["ctts"] == [0, 3, 1, 2, 2, 0, 1, 4])
  }

  @Test("numbers the sync samples where not all are")
  func syncSamples() throws {
    let times = try times([sample(1), sample(1, isSync: false), sample(1)])
    #expect(times["stss"] == [0, 2, 1, 3])
  }

  @Test("says that no sample is a sync sample where none is")
  func noSyncSample() throws {
    #expect(try times([sample(1, isSync: false)])["stss"] == [0, 0])
  }

  @Test("takes all sound for sync samples")
  func soundIsSync() throws {
    let table = try self.table([sample(1, isSync: false)], of: .audio)
    #expect(table.syncSamples == nil)
  }

  @Test("writes different sizes one by one")
  func differentSizes() throws {
    #expect(try sizes([3, 4, 4]) == [0, 0, 3, 3, 4, 4])
  }

  @Test("writes a common size once")
  func commonSize() throws {
    #expect(try sizes([4, 4, 4]) == [0, 4, 3])
  }

  @Test("writes empty samples one by one, since a common size of zero means a list")
  func emptySamples() throws {
    #expect(try sizes([0, 0]) == [0, 0, 2, 0, 0])
  }

  @Test("sums durations past 32 bits")
  func mediaDuration() throws {
    let longest = UInt32(Int32.max)
    let table = try self.table([sample(longest), sample(longest), sample(longest)])
    #expect(table.mediaDuration == 3 * UInt64(longest))
  }

  @Test(
    "lets the last sample end with what is shown",
    arguments: [
      ([5, 5], 11, [0, 2, 1, 5, 1, 6]), ([5, 5], 10, [0, 1, 2, 5]), ([5, 4], 10, [0, 1, 2, 5]),
      ([5, 5], 9, [0, 2, 1, 5, 1, 4]), ([5, 5, 5], 11, [0, 2, 2, 5, 1, 1]), ([5], 9, [0, 1, 1, 9]),
      ([1], UInt64(Int32.max), [0, 1, 1, UInt32(Int32.max)]),
    ] as [([UInt32], UInt64, [UInt32])])
  func lastDuration(durations: [UInt32], lasting: UInt64, entries: [UInt32]) throws {
    var builder = BoxBuilder()
    let table = try SampleTable(durations.map { sample($0) }, of: .video, lasting: lasting)
    try table.appendTimes(to: &builder)
    #expect(try BoxTree.content("stts", in: builder.bytes).words == entries)
    #expect(table.mediaDuration == lasting)
  }

  /// Pictures 0, 2, 1 and 0, 4, 2, 1, 3 in order of coding, in ticks of 10, of which the first is
  /// shown 10 or 20 late.
  private static let orders: [[Int32]] = [[10, 20, 0], [20, 50, 20, 0, 10]]

  @Test(
    "lets a last picture that is held stay, whatever is coded behind it",
    arguments: [
      (0, 30, 10), (0, 31, 11), (0, 36, 26), (0, 100, 90), (1, 50, 10), (1, 51, 11), (1, 100, 70),
    ] as [(Int, UInt64, UInt32)])
  func heldLast(order: Int, lasting: UInt64, last: UInt32) throws {
    let samples = Self.orders[order].map { sample(10, offset: $0) }
    let first: UInt64 = order == 0 ? 10 : 20
    let table = try SampleTable(samples, of: .video, lasting: lasting, until: first + lasting)
    let before = UInt64(10 * (samples.count - 1))
    #expect(table.mediaDuration == before + UInt64(last))
  }

  @Test("leaves samples that are not shown at all to the edit list", arguments: [1, 5])
  func hiddenSample(lasting: UInt64) throws {
    let table = try SampleTable([sample(5), sample(5)], of: .video, lasting: lasting)
    #expect(table.durations == [.init(count: 2, value: 5)])
    #expect(table.mediaDuration == 10)
  }

  @Test("refuses to let the last sample last for ever", arguments: [1 << 31, .max])
  func endlessLast(lasting: UInt64) {
    #expect(throws: IndexWriterError(.presentation, track: .video)) {
      try SampleTable([sample(1)], of: .video, lasting: lasting)
    }
  }

  @Test("refuses durations that are zero or negative to players", arguments: [0, 1 << 31, .max])
  func badDuration(duration: UInt32) {
    #expect(throws: IndexWriterError(.sampleDuration, track: .video)) {
      try table([sample(1), sample(duration)])
    }
  }

  @Test("refuses a negative composition offset")
  func negativeOffset() {
    #expect(throws: IndexWriterError(.compositionOffset, track: .video)) {
      try table([sample(1, offset: -1)])
    }
  }

  @Test("refuses sound with composition offsets")
  func soundOffset() {
    #expect(throws: IndexWriterError(.compositionOffset, track: .audio)) {
      try table([sample(1, offset: 1)], of: .audio)
    }
  }

  @Test(
    "starts with the earliest picture, which is not always the first",
    arguments: [
      ([(10, 20), (10, 30), (10, 0)], 20), ([(10, 0), (10, 0)], 0), ([(10, 25), (5, 1)], 11),
      ([], 0), ([(10, -3)], 0), ([(UInt32.max, Int32.max)], UInt64(Int32.max)),
    ] as [([(UInt32, Int32)], UInt64)])
  func firstPresentation(samples: [(UInt32, Int32)], earliest: UInt64) {
    var video = WrittenVideoTrack.plain()
    video.samples = samples.map { sample($0.0, offset: $0.1) }
    #expect(video.firstPresentation == earliest)
  }
}
