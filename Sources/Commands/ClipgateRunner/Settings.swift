/// The command line of `clipgate-runner`.
struct Settings: Equatable {
  /// The most confined processes at once.
  var children = 1

  /// - Returns: nil for words that say nothing here.
  init?(_ words: [String]) {
    var rest = words[...]
    while let option = rest.popFirst() {
      guard option == "--children", let count = rest.popFirst().flatMap({ Int($0) }),
        (1...1_024).contains(count)
      else { return nil }
      children = count
    }
  }
}
