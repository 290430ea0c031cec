extension PosterTime {
  /// `first`, `best`, or a time of the output as `Duration(parsing:)` reads it.
  public init(parsing text: String) throws(ParsingError) {
    switch text {
    case "first": self = .first
    case "best": self = .best
    default:
      do throws(ParsingError) {
        self = .at(try Duration(parsing: text))
      } catch {
        throw ParsingError(
          error.problem, what: "a poster time", forms: "first, best or a time as 1.5")
      }
    }
  }
}
