internal import Foundation
internal import TestSupport
internal import Testing

/// `--target-bytes`: never above, and not far below where the movie could use more.
@Suite(.readers) struct TargetSizeTests {
  /// A clip that noise makes hard to press.
  struct Clip: Sendable, CustomTestStringConvertible {
    var picture: String
    var noise: Int
    var sound: String?

    var testDescription: String { picture }

    func path() throws -> String {
      let noise = "noise=alls=\(noise):allf=t:all_seed=1"
      let sound = sound.map { ["-f", "lavfi", "-i", $0, "-c:a", "aac", "-b:a", "96k"] } ?? []
      return try MadeMovie.path(
        ["-f", "lavfi", "-i", "\(picture),\(noise),format=yuv420p"] + sound
          + ["-t", "2", "-c:v", "libx264", "-preset", "ultrafast", "-crf", "14"])
    }
  }

  /// With sound and without, wide, tall and small.
  private static let clips = [
    Clip(picture: "testsrc2=s=640x360:r=30:d=2", noise: 40, sound: "sine=440:d=2"),
    Clip(picture: "mandelbrot=s=640x360:r=25", noise: 10, sound: "anoisesrc=d=2:seed=2"),
    Clip(picture: "life=s=320x240:r=25:seed=3:ratio=0.3:mold=10", noise: 1),
    Clip(picture: "testsrc2=s=1280x720:r=30:d=1", noise: 80, sound: "sine=880:d=1"),
    Clip(picture: "color=gray:s=360x640:r=30:d=2", noise: 100, sound: "anoisesrc=d=2:seed=5"),
    Clip(picture: "cellauto=s=480x270:r=20:seed=6", noise: 5, sound: "sine=300:d=2"),
    Clip(picture: "smptebars=s=640x480:r=30:d=2", noise: 20, sound: "sine=300:d=2"),
    Clip(picture: "testsrc2=s=176x144:r=30:d=1", noise: 60),
    Clip(picture: "gradients=s=640x360:r=30:d=2:seed=9", noise: 30, sound: "anoisesrc=d=2:seed=9"),
    Clip(picture: "testsrc2=s=1920x1080:r=24:d=1", noise: 15, sound: "sine=500:d=1:r=44100"),
  ]

  private static let targets = [
    900_000, 400_000, 200_000, 100_000, 60_000, 40_000, 25_000, 15_000,
  ]

  /// A target a clip, each of them once; all of all in the soak.
  private static let pairs: [(clip: Clip, target: Int)] = clips.indices.flatMap { place in
    Soak.isOn
      ? targets.map { (clips[place], $0) } : [(clips[place], targets[place % targets.count])]
  }

  private func process(_ path: String, _ target: Int?) throws -> Processed {
    try Clipgate.process(path, flags: target.map { ["--target-bytes", String($0)] } ?? [])
  }

  @Test(arguments: pairs)
  func `An output is never above its target, and uses most of it`(
    _ clip: Clip, _ target: Int
  ) throws {
    let path = try clip.path()
    let fitted = try process(path, target)
    if fitted.isAccepted {
      let bytes = try #require(fitted.report["output"]["bytes"].int)
      #expect(bytes <= target)
      if bytes < target * 7 / 10 {
        let whole = try process(path, nil).report["output"]["bytes"].int
        #expect(whole == bytes, "\(bytes) of \(target) bytes")
      }
      let check = try OutputCheck(fitted, sourceFrames: try Pictures(path).count, isReduced: true)
      #expect(check.problems == [])
    } else {
      #expect(fitted.answer.codes == ["output.cannot_fit"])
      let reason = fitted.report["reasons"][0]
      let least = try #require(reason["observed"].int)
      #expect(least > target)
      // What is said to work does, and a byte less does not.
      #expect(try process(path, least).report["output"]["bytes"].int == least)
      #expect(try process(path, least - 1).answer.codes == ["output.cannot_fit"])
    }
  }
}
