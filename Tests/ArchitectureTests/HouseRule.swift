import Foundation
import Testing

/// A rule of the house that reading a file can decide.
struct HouseRule: Sendable, CustomTestStringConvertible {
  let name: String
  /// Breaks the rule in its last line only; the gate's own test reads it.
  let broken: String
  /// The numbers, from 0, of the lines that break the rule.
  let brokenLines: @Sendable (SourceFile) -> [Int]

  var testDescription: String { name }

  func violations(in file: SourceFile) -> [Violation] {
    brokenLines(file).map { Violation(path: file.path, line: $0 + 1, message: name) }
  }

  static let all: [HouseRule] = [
    HouseRule("no try!", broken: "// try! is fine here\nlet x = try! f()") { file in
      lines(of: file.code) { $0.contains(#/\btry!/#) }
    },
    HouseRule("no as!", broken: "print(\"as! is fine here\")\nlet x = y as! Int") { file in
      lines(of: file.code) { $0.contains(#/\bas!/#) }
    },
    HouseRule(
      "no force unwrap", broken: "if !a && b != c { print(\"!\\(d)!\") }\nprint(\"\\(d!)\")"
    ) { file in
      lines(of: file.code) { line in
        line.matches(of: #/(\w+|[)\]}?`])!/#).contains { !["try", "as"].contains($0.1) }
      }
    },
    HouseRule(
      "at most 400 lines", broken: String(repeating: "\n", count: 400) + "let x = 1"
    ) { file in
      file.lines.count > 401 || (file.lines.count == 401 && file.lines[400] != "") ? [400] : []
    },
    HouseRule(
      "no type named Manager, Helper, Util or AV…",
      broken: "class func manager() {}\nstruct AVCConfiguration {}\nfinal class AVThing {}"
    ) { file in
      // AVC is the standard's own name of H.264; AVFrame and its sisters are the library's.
      let type = #/\b(?:struct|class|enum|actor|protocol|typealias)\s+`?(\w+)/#
      return lines(of: file.code) { line in
        line.matches(of: type).contains {
          $0.1.contains(#/Manager|Helper|Util|^AV[A-Z][a-z]|^AVIO/#)
        }
      }
    },
    HouseRule("nothing left to do", broken: "let todo = 1\n// TODO: later") { file in
      lines(of: file.lines) { $0.contains(#/\b(?:TODO|FIXME|XXX)\b/#) }
    },
    HouseRule("no fatalError", broken: "// fatalError()\nfatalError()") { file in
      lines(of: file.code) { $0.contains(#/\bfatalError\b/#) }
    },
    HouseRule(
      "@unchecked Sendable says why",
      broken: "// The lock makes it true.\nclass A: @unchecked Sendable {\n}\n\n\n"
        + "class B: @unchecked Sendable {}"
    ) { file in
      file.code.indices.filter { index in
        file.code[index].contains(#/@unchecked\s+Sendable/#)
          && !file.lines[max(0, index - 3)...index].contains { $0.contains("//") }
      }
    },
  ]

  private init(
    _ name: String, broken: String, brokenLines: @escaping @Sendable (SourceFile) -> [Int]
  ) {
    self.name = name
    self.broken = broken
    self.brokenLines = brokenLines
  }

  private static func lines(of text: [String], where breaks: (String) -> Bool) -> [Int] {
    text.indices.filter { breaks(text[$0]) }
  }
}
