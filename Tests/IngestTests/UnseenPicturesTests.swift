import FFmpeg
import Testing

@testable import Ingest

/// Which packets a pass does not decode.
@Suite struct UnseenPicturesTests {
  /// Pictures 20 ms apart in order of decoding: `I` begins anew, `P` is needed, `b` is not, and `l`
  /// leads the key frame before it.
  private func coded(_ kinds: String, shownAt places: [Int]? = nil) -> [UnseenPictures.Coded] {
    kinds.enumerated().map { number, kind in
      UnseenPictures.Coded(
        number: number, start: .milliseconds(20 * (places?[number] ?? number)), isShown: true,
        role: PictureRole(
          isEntry: kind == "I", isDisposable: kind == "b", isLeading: kind == "l"))
    }
  }

  private func unseen(
    _ coded: [UnseenPictures.Coded], from: Int = 0, to: Int = 1_000, rate: Int = 60
  ) -> [Int] {
    let unseen = UnseenPictures(
      coded, kept: .milliseconds(from)..<(.milliseconds(to)),
      end: .milliseconds(20 * coded.count), rate: rate)
    return coded.map(\.number).filter { unseen.contains($0) }
  }

  @Test func `a movie that is kept whole is decoded whole`() {
    #expect(unseen(coded("IPbPbIPb")).isEmpty)
  }

  @Test func `a cut begins at the last key frame that is shown by then`() {
    #expect(unseen(coded("IPPIPPIPP"), from: 100) == [0, 1, 2])
    #expect(unseen(coded("IPPIPPIPP"), from: 60) == [0, 1, 2])
    // What is on screen at the cut began before it.
    #expect(unseen(coded("IPPIPPIPP"), from: 59).isEmpty)
    #expect(unseen(coded("IPPIPPIPP"), from: 130) == [0, 1, 2, 3, 4, 5])
  }

  @Test func `pictures coded after a key frame and shown before it are not decoded for a cut`() {
    // Number 3 is shown at 5, and 4 and 5 at 3 and 4.
    let open = coded("IPPIllP", shownAt: [0, 1, 2, 5, 3, 4, 6])
    #expect(unseen(open, from: 105) == [0, 1, 2, 4, 5])
    // Where only its time says so, others may need it.
    let lying = coded("IPPIPPP", shownAt: [0, 1, 2, 5, 3, 4, 6])
    #expect(unseen(lying, from: 105) == [0, 1, 2])
    #expect(unseen(open, from: 85).isEmpty)
  }

  @Test func `at half the rate those are left out that nobody needs`() {
    #expect(unseen(coded("IbPbPbPb"), rate: 25) == [1, 3, 5, 7])
    #expect(unseen(coded("IPPPPPPP"), rate: 25).isEmpty)
    // One that is wanted is decoded, whoever needs it.
    #expect(unseen(coded("IPbPbPbP"), rate: 25).isEmpty)
  }

  @Test func `pictures before a cut that nobody needs are left out within a group`() {
    #expect(unseen(coded("IbPbPbPb"), from: 80) == [1, 3])
  }

  @Test func `what is hidden is decoded only for others`() {
    var hidden = coded("IbPbP")
    for number in 0..<3 { hidden[number].isShown = false }
    #expect(unseen(hidden) == [1])
  }

  @Test func `behind the end the last picture is still on screen`() {
    #expect(unseen(coded("IPbPIPbPbP"), from: 900) == [0, 1, 2, 3, 6, 8])
  }

  @Test func `where nothing is known everything is decoded`() {
    #expect(unseen([]).isEmpty)
  }
}
