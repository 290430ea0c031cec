internal import Foundation

/// The inputs of `../shared/cases/reports.tsv`, made once and kept for later runs.
///
/// `make_hand.sh` runs in a folder below the temporary folder that is named by the content of the
/// recipes, so that a rerun finds them made and a change makes them anew. `extraRecipes` makes what the
/// table names only as a fixture of another project.
package enum CaseInputs {
  /// Why there are no inputs, or nil where they could be made.
  package static let absence: String? = {
    if Checkout.shared("cases/make_hand.sh") == nil { return "../shared/cases is not here" }
    for tool in ["ffmpeg", "ffprobe", "python3", "bash"] where Program.installed(tool) == nil {
      return "\(tool) is not installed"
    }
    return nil
  }()

  /// The path of an input.
  package static func path(_ name: String) throws -> String { "\(try folder.get())/mk/\(name)" }

  /// The names of all inputs, sorted.
  package static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder.get())/mk").sorted()
  }

  private static let folder = Result { try make() }

  private static func make() throws -> String {
    guard let script = Checkout.shared("cases/make_hand.sh"),
      let patcher = Checkout.shared("cases/mp4patch.py"), let bash = Program.installed("bash")
    else { throw ProgramError.notFound("../shared/cases") }
    let recipes = try [script, patcher].map { try Data(contentsOf: URL(filePath: $0)) }
    let temporary = FileManager.default.temporaryDirectory
    let whole = temporary.appending(path: "clipgate-cases-\(fingerprint(of: recipes))").path
    if FileManager.default.fileExists(atPath: whole) { return whole }
    let workshop = try ScratchFolder()
    _ = try workshop.write(recipes[0], as: "make_hand.sh")
    _ = try workshop.write(recipes[1], as: "mp4patch.py")
    _ = try workshop.write(Data(extraRecipes.utf8), as: "make_extra.sh")
    for name in ["make_hand.sh", "make_extra.sh"] {
      let outcome = try bash.run([name], directory: workshop.path, deadline: .seconds(300))
      guard outcome.ending == .exit(0) else { throw CaseError(script: name, text: outcome.errors) }
    }
    // Another run may have made them meanwhile; theirs are the same.
    try? FileManager.default.moveItem(atPath: workshop.path, toPath: whole)
    return whole
  }

  /// FNV-1a, enough to tell recipes apart.
  private static func fingerprint(of recipes: [Data]) -> String {
    let bytes = recipes.joined() + Data(extraRecipes.utf8)
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}

/// A recipe failed.
package struct CaseError: Error, CustomStringConvertible {
  let script: String
  let text: String
  package var description: String { "\(script) failed: \(text.suffix(500))" }
}
