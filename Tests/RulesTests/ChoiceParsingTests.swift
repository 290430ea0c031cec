import Rules
import Testing

@Suite("Profiles and poster times as people write them")
struct ChoiceParsingTests {
  @Test("A profile is known by its name", arguments: Profile.allCases)
  func profile(profile: Profile) throws {
    #expect(try Profile(parsing: profile.rawValue) == profile)
  }

  @Test("Any other profile is refused", arguments: ["", "Low", "lowest", "low ", "1"])
  func unknownProfile(text: String) {
    #expect(throws: ParsingError.self) { try Profile(parsing: text) }
  }

  @Test(
    "A poster is the first, the best or one at a time",
    arguments: [
      ("first", .first), ("best", .best), ("1.5", .at(.milliseconds(1_500))), ("0", .at(.zero)),
      ("900ms", .at(.milliseconds(900))),
    ] as [(String, PosterTime)])
  func poster(text: String, expected: PosterTime) throws {
    #expect(try PosterTime(parsing: text) == expected)
  }

  @Test("Any other poster time is refused", arguments: ["", "First", "last", "-1", "50%"])
  func unknownPoster(text: String) {
    #expect(throws: ParsingError.self) { try PosterTime(parsing: text) }
  }

  @Test("The complaint about a poster time names every form")
  func posterComplaint() {
    let error = #expect(throws: ParsingError.self) { try PosterTime(parsing: "last") }
    #expect(error?.description == "not a poster time; write first, best or a time as 1.5")
  }
}
