import Rules
import Testing

@Suite("What is promised where nobody says otherwise")
struct DefaultsTests {
  @Test("The policy is 5 s with a tenth more, and 10 MiB")
  func policy() {
    let policy = Policy()
    #expect(policy.maxDuration == .seconds(5))
    #expect(policy.tolerance == .milliseconds(100))
    #expect(policy.longestAccepted == .milliseconds(5_100))
    #expect(policy.maxBytes == 10 << 20)
    #expect(policy.profile == .low)
    #expect(!policy.requireAudio)
    #expect(policy.allowHiddenMedia)
  }

  @Test("What may be decoded is bounded")
  func bounds() {
    let policy = Policy()
    #expect(policy.maxPixels == 7_680 * 4_320)
    #expect(policy.maxFrameRate == 240)
    #expect(policy.maxStreams == 32)
    #expect(policy.maxPackets == 20_000)
    #expect(policy.maxCPUSeconds == 20)
  }

  @Test(
    "A profile has its rates",
    arguments: [
      (.low, 30, 28, 64_000, 1_200_000, 80_000, 100_000),
      (.medium, 30, 26, 96_000, 2_500_000, 120_000, 200_000),
      (.high, 60, 23, 128_000, 8_000_000, 160_000, 600_000),
    ] as [(Profile, Int, Int, Int, Int, Int, Int)])
  func profile(
    profile: Profile, frameRate: Int, factor: Int, audio: Int, copiedVideo: Int, copiedAudio: Int,
    poster: Int
  ) {
    #expect(profile.maxFrameRate == frameRate)
    #expect(profile.constantRateFactor == factor)
    #expect(profile.audioBitRate == audio)
    #expect(profile.maxCopiedVideoBitRate == copiedVideo)
    #expect(profile.maxCopiedAudioBitRate == copiedAudio)
    #expect(profile.maxPosterBytes == poster)
  }
}
