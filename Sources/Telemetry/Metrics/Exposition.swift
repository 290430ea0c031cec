/// Metrics as text, by Prometheus's format 0.0.4.
struct Exposition {
  private(set) var text = ""

  /// What a metric is.
  enum Kind: String {
    case counter, gauge, histogram
  }

  /// Begins a metric; its samples follow.
  mutating func begin(_ name: String, _ kind: Kind, help: String) {
    text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func add(_ name: String, _ labels: [(String, String)], _ value: String) {
    let list = labels.map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }
    text += "\(name)\(list.isEmpty ? "" : "{\(list.joined(separator: ","))}") \(value)\n"
  }

  /// The samples of a histogram: counts up to each bound, the sum, and the count of all.
  mutating func add(_ name: String, _ labels: [(String, String)], _ histogram: Histogram) {
    var below: UInt64 = 0
    for (bound, count) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
      below += count
      add("\(name)_bucket", labels + [("le", bound)], "\(below)")
    }
    add("\(name)_sum", labels, "\(histogram.sum)")
    add("\(name)_count", labels, "\(below)")
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
