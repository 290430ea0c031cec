import Rules
import Testing

@Suite("The size of the output")
struct OutputSizeTests {
  @Test(
    "A picture fits the box of low, whichever way it lies",
    arguments: [
      (1_920, 1_080, 640, 360), (1_080, 1_920, 360, 640), (1_280, 720, 640, 360),
      (640, 360, 640, 360), (360, 640, 360, 640), (1_000, 1_000, 360, 360), (1_000, 950, 378, 360),
      (4_000, 3_000, 480, 360), (3_000, 4_000, 360, 480),
      (1_137, 640, 638, 360), (1_280, 360, 640, 180),
      (504, 288, 504, 288), (501, 288, 500, 288), (641, 360, 640, 358), (640, 361, 638, 360),
      (468, 60, 468, 60), (2_560, 1_080, 640, 270), (848, 480, 636, 360), (1_366, 768, 640, 358),
    ])
  func low(width: Int, height: Int, outputWidth: Int, outputHeight: Int) {
    #expect(
      Profile.low.outputSize(displayWidth: width, displayHeight: height)
        == PictureSize(width: outputWidth, height: outputHeight))
  }

  @Test(
    "Each profile has its box",
    arguments: [
      (.low, "640×360", "360×640"), (.medium, "960×540", "540×960"),
      (.high, "1920×1080", "1080×1920"),
    ] as [(Profile, String, String)])
  func profiles(profile: Profile, lying: String, upright: String) {
    #expect(
      profile.outputSize(displayWidth: 7_680, displayHeight: 4_320).description == lying)
    #expect(
      profile.outputSize(displayWidth: 4_320, displayHeight: 7_680).description == upright)
  }

  @Test(
    "A picture of any shape has even sides of at least 2",
    arguments: [
      (8_192, 16, 640, 2), (16, 8_192, 2, 640), (4_096, 16, 640, 2), (1, 1, 2, 2),
      (1, 100_000, 2, 640), (100_000, 1, 640, 2), (2, 2, 2, 2), (3, 3, 2, 2), (161, 121, 160, 120),
      (0, 0, 2, 2), (-5, 10, 2, 10), (.max, .max, 360, 360), (.max, 1, 640, 2),
    ])
  func extreme(width: Int, height: Int, outputWidth: Int, outputHeight: Int) {
    #expect(
      Profile.low.outputSize(displayWidth: width, displayHeight: height)
        == PictureSize(width: outputWidth, height: outputHeight))
  }

  @Test("No picture is upscaled, leaves the box, or has an odd side", arguments: Profile.allCases)
  func invariants(profile: Profile) {
    var wrong: [PictureSize] = []
    for width in stride(from: 2, through: 2_200, by: 7) {
      for height in stride(from: 2, through: 2_200, by: 11) {
        let size = profile.outputSize(displayWidth: width, displayHeight: height)
        let isSound =
          size.width <= width && size.height <= height && size.width % 2 == 0
          && size.height % 2 == 0 && min(size.width, size.height) >= 2
          && max(size.width, size.height) <= profile.longSide
          && min(size.width, size.height) <= profile.shortSide
        if !isSound { wrong.append(PictureSize(width: width, height: height)) }
      }
    }
    #expect(wrong.prefix(3) == [])
  }

  @Test("The shape of a picture is kept to the two pixels of rounding", arguments: Profile.allCases)
  func shape(profile: Profile) {
    var wrong: [PictureSize] = []
    for width in stride(from: 200, through: 4_000, by: 13) {
      for height in stride(from: 200, through: 4_000, by: 17) {
        let size = profile.outputSize(displayWidth: width, displayHeight: height)
        // Were one side exact, the other is less than two pixels under its exact length.
        let isKept =
          (size.height + 2) * width > size.width * height
          && (size.width + 2) * height > size.height * width
        if !isKept { wrong.append(PictureSize(width: width, height: height)) }
      }
    }
    #expect(wrong.prefix(3) == [])
  }
}
