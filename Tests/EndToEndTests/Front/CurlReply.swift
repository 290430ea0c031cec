import Foundation
import TestSupport

/// An answer as curl has read it.
struct CurlReply {
  /// curl's own exit code: 0 where it is content.
  let code: Outcome.Ending
  /// 0 where there was no answer.
  let status: Int
  /// As "1.1" or "2".
  let version: String
  let fields: [String: String]
  let body: Data
  let errors: String

  var document: JSON { (try? JSON(parsing: body)) ?? .null }

  static func ask(_ arguments: [String], _ input: Data = Data()) throws -> CurlReply {
    guard let curl = Program.installed("curl") else { throw ProgramError.notFound("curl") }
    let folder = try ScratchFolder()
    let outcome = try curl.run(
      [
        "--max-time", "100", "-D", folder.file("head"), "-o", folder.file("body"), "-w",
        "%{http_code} %{http_version}",
      ] + arguments, input: input, deadline: .seconds(120))
    let words = outcome.output.split(separator: " ")
    let head = (try? String(contentsOfFile: folder.file("head"), encoding: .utf8)) ?? ""
    var fields: [String: String] = [:]
    for line in head.split(whereSeparator: \.isNewline) {
      let pair = line.split(separator: ":", maxSplits: 1)
      if pair.count == 2 { fields[pair[0].lowercased()] = String(pair[1].drop { $0 == " " }) }
    }
    return CurlReply(
      code: outcome.ending, status: words.first.flatMap { Int($0) } ?? 0,
      version: words.last.map(String.init) ?? "", fields: fields,
      body: (try? Data(contentsOf: URL(filePath: folder.file("body")))) ?? Data(),
      errors: outcome.errors)
  }
}
