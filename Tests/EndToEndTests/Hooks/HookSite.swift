import Foundation
import TestSupport

/// A folder of uploads as tusd keeps them, and a service that is told of it.
final class HookSite: Sendable {
  /// An upload's id as tusd makes them.
  static let id = "5d892c228ec8d0451dfec588697e8930"

  let uploads: ScratchFolder
  let service: RunningService

  init(flags: [String] = [], environment: [String: String?] = [:]) throws {
    let uploads = try ScratchFolder()
    self.uploads = uploads
    service = try RunningService(
      flags: flags,
      environment: ["CLIPGATE_HOOKS_TUSD_ROOT": uploads.path].merging(environment) { $1 })
  }

  /// Lays an upload down, with the file of tusd's own beside it.
  func lay(_ bytes: [UInt8], as id: String = HookSite.id) throws -> String {
    _ = try uploads.write(Data("{}".utf8), as: id + ".info")
    return try uploads.write(Data(bytes), as: id)
  }

  /// Sends a hook request as tusd does.
  func hook(_ request: [UInt8], fields: [String] = []) throws -> Reply {
    try service.post("/v1/hooks/tusd", request, type: "application/json", fields: fields)
  }

  /// The URLs of all clips.
  func clips() throws -> [String] {
    try service.get("/v1/clips").document["clips"].items.compactMap {
      $0["urls"]["self"].string
    }
  }

  /// A movie of 12 s whose header claims 4.
  static func longMovie() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: Checkout.path("samples/lying-header.mp4"))))
  }
}

/// What tusd hands its client of an answer.
struct HookRefusal {
  let status: Int
  let code: String
  let problem: JSON

  /// - Returns: nil where the answer refuses nothing, or not as tusd wants it.
  init?(_ answer: JSON) {
    let response = answer["HTTPResponse"]
    guard answer["RejectUpload"].bool == true, answer.keys == ["HTTPResponse", "RejectUpload"],
      let status = response["StatusCode"].int, let body = response["Body"].string,
      response["Header"] == .object(["Content-Type": .string("application/problem+json")]),
      let problem = try? JSON(parsing: Data(body.utf8)), problem["status"].int == status,
      problem.keys == ["code", "detail", "status", "title", "verdict"],
      problem["verdict"]["schema"].string == "clipgate.verdict/1",
      problem["verdict"]["accepted"].bool == false
    else { return nil }
    self.status = status
    code = problem["code"].string ?? ""
    self.problem = problem
  }
}

extension Reply {
  /// Whether tusd takes it for a hook's answer: 2xx, its type to the letter, at most 5 KiB.
  var isForTusd: Bool {
    status == 200 && fields["content-type"] == "application/json" && body.count <= 5120
  }
}
