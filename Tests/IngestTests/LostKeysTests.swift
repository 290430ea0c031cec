import FFmpeg
import Testing

@testable import Ingest

@Suite struct LostKeysTests {
  /// Twenty packets, each fifth of which is a key frame, and some of which did not decode.
  private func lost(
    _ failed: Set<Int>, trustsFlags: Bool = true, claim: PictureKind.Claim? = nil
  ) -> [Int] {
    var keys = LostKeys(trustsFlags: trustsFlags)
    for number in 0..<20 {
      // Where flags come from the pictures, one that is destroyed has none.
      let isKey = number % 5 == 0 && (trustsFlags || !failed.contains(number))
      keys.note(
        LostKeys.Picture(number: number, isKey: isKey, claim: claim),
        failed: failed.contains(number))
    }
    return (0..<20).filter { keys.cover($0) }
  }

  @Test func `what follows a lost key frame is lost, up to the next one`() {
    #expect(lost([5]) == Array(5..<10))
    #expect(lost([5, 10]) == Array(5..<15))
    #expect(lost([15]) == Array(15..<20))
    #expect(lost([0, 10]) == Array(0..<5) + Array(10..<15))
  }

  @Test func `another lost picture takes nothing with it`() {
    #expect(lost([]) == [])
    #expect(lost([6, 17]) == [6, 17])
  }

  @Test func `a lost picture that no index tells of may be a key frame, unless it says it leans`() {
    #expect(lost([5], trustsFlags: false) == Array(5..<10))
    #expect(lost([7], trustsFlags: false) == Array(7..<10))
    #expect(lost([7], trustsFlags: false, claim: .leaning) == [7])
  }

  @Test(arguments: [(0, []), (249, []), (250, [4, 5]), (900, [4, 5])] as [(Int, [Int])])
  func `a lost picture that says nothing is a key frame where it has the size of one`(
    size: Int, behind: [Int]
  ) {
    var keys = LostKeys(trustsFlags: false)
    for (number, count) in [900, 100, 500, size, 100, 100].enumerated() {
      // The last key frame is smaller than the one before it.
      let picture = LostKeys.Picture(number: number, isKey: [0, 2].contains(number), size: count)
      keys.note(picture, failed: number == 3)
    }
    #expect((0..<6).filter { keys.cover($0) } == [3] + behind)
  }

  @Test func `what is shown before the key frame that comes next leans on the lost one`() {
    var keys = LostKeys(trustsFlags: true)
    for (number, time) in [(0, 0), (1, 10), (2, 60), (3, 40), (4, 50), (5, 70)] as [(Int, Int64)] {
      keys.note(
        LostKeys.Picture(number: number, time: time, isKey: number % 2 == 0), failed: number == 0)
    }
    let times: [Int64] = [0, 10, 60, 40, 50, 70]
    #expect((0..<6).filter { keys.cover($0, at: times[$0]) } == [0, 1, 3, 4])
  }

  /// A decoder keeps a second field that lost its first one for the next picture, or to itself.
  @Test(arguments: [(2, [2]), (3, [2, 3])] as [(Int, [Int])])
  func `a picture that lost a field is lost once`(failed: Int, lost: [Int]) {
    var keys = LostKeys(trustsFlags: true)
    for number in 0..<6 {
      keys.note(
        LostKeys.Picture(number: number, isKey: number == 0, isSecondField: number % 2 == 1),
        failed: number == failed)
    }
    #expect((0..<6).filter { keys.cover($0) } == lost)
  }
}
