import Testing

@testable import Ingest

@Suite struct LostKeysTests {
  /// Key frames at 0, 10, 20, 30, of which these did not decode.
  private func lost(_ failed: Set<Int64>) -> [Int64] {
    var keys = LostKeys()
    for time in stride(from: Int64(0), to: 40, by: 2) {
      keys.note(isKey: time % 10 == 0, at: time, failed: failed.contains(time))
    }
    return stride(from: Int64(0), to: 40, by: 2).filter { keys.cover($0) }
  }

  @Test func `what follows a lost key frame is lost, up to the next one`() {
    #expect(lost([10]) == [10, 12, 14, 16, 18])
    #expect(lost([10, 20]) == Array(stride(from: 10, to: 30, by: 2)))
    #expect(lost([30]) == [30, 32, 34, 36, 38])
    #expect(lost([0, 20]) == [0, 2, 4, 6, 8, 20, 22, 24, 26, 28])
  }

  @Test func `another lost picture takes nothing with it`() {
    #expect(lost([]) == [])
    #expect(lost([12, 34]) == [])
  }

  @Test func `a key frame without a time says nothing`() {
    var keys = LostKeys()
    keys.note(isKey: true, at: nil, failed: true)
    #expect(!keys.cover(0))
  }
}
