/// The command line of `clipgate-runner`.
struct Settings: Equatable {
  /// A part of the confinement that can be left out.
  enum Layer: String {
    case landlock, seccomp, memory
  }

  var children = 1
  var profile: String?
  var without: Set<Layer> = []

  /// - Returns: nil for words that say nothing here.
  init?(_ words: [String]) {
    var rest = words[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--children":
        guard let count = Int(value), count > 0, count <= 1_024 else { return nil }
        children = count
      case "--profile": profile = value
      case "--without":
        guard let layer = Layer(rawValue: value) else { return nil }
        without.insert(layer)
      default: return nil
      }
    }
  }
}
