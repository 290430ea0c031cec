extension Profile {
  /// A profile by its name, as it stands in flags, configuration and forms.
  public init(parsing text: String) throws(ParsingError) {
    guard let profile = Profile(rawValue: text) else {
      throw ParsingError(
        text.isEmpty ? .empty : .malformed, what: "a profile", forms: "low, medium or high")
    }
    self = profile
  }
}
