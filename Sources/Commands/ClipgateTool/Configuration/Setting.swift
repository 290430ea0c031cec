/// One key's value and where it came from.
struct Setting: Equatable, Sendable {
  /// Where a value came from; later ones win.
  enum Source: Equatable, Sendable {
    case standard
    case file(FileName)
    case environment(String)
    case flag(Option)

    /// The kind of source, as in JSON.
    var kind: String {
      switch self {
      case .standard: "default"
      case .file: "file"
      case .environment: "environment"
      case .flag: "flag"
      }
    }

    /// The file, variable or flag; nil for a default.
    var name: String? {
      switch self {
      case .standard: nil
      case .file(let file): file.text
      case .environment(let variable): variable
      case .flag(let option): option.flag
      }
    }
  }

  var value: ConfigurationValue
  var source: Source
}
