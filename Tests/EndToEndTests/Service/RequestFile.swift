import Foundation
import TestSupport

/// A whole request of `../shared`, sent byte for byte.
struct RequestFile: Sendable {
  let bytes: [UInt8]

  /// Larger ones go in pieces of 64 bytes instead of single bytes, so that a run takes no minutes.
  private static let mostSingleBytes = 65_536

  init(_ path: String) throws {
    guard let found = Checkout.shared(path) else { throw ProgramError.notFound(path) }
    bytes = [UInt8](try Data(contentsOf: URL(filePath: found)))
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How it is cut: not at all, and as finely as makes sense.
  var pieces: [Int] { [.max, bytes.count > Self.mostSingleBytes ? 64 : 1] }

  /// The movie in a request that has one and is sent in one piece.
  func movie() throws -> [UInt8] {
    let data = Data(bytes)
    guard let type = data.range(of: Data("ftypisom".utf8)) else {
      throw ProgramError.notFound("ftyp")
    }
    let rest = data[(type.lowerBound - 4)...]
    guard let end = rest.range(of: Data("\r\n--".utf8), options: .backwards) else {
      throw ProgramError.notFound("delimiter")
    }
    return [UInt8](rest[..<end.lowerBound])
  }

  /// Sends it on a connection of its own, ends sending, and gives every answer.
  ///
  /// - Parameter piece: bytes of each writing.
  func send(
    to service: RunningService, piece: Int = .max, within seconds: Double = 15
  ) throws -> (replies: [Reply], end: Wire.End) {
    let wire = try Wire(service.port)
    wire.send(bytes, piece: piece)
    wire.endSending()
    let (answer, end) = wire.rest(within: seconds)
    return (Reply.all(of: answer), end)
  }
}

extension Reply {
  /// What is not as contract and RFC 9457 have a problem document; empty where all is.
  func faults(status: Int, code: String) -> [String] {
    var faults: [String] = []
    if self.status != status { faults.append("status \(self.status)") }
    if document["code"].string != code { faults.append("code \(document["code"])") }
    return faults + problemFaults
  }

  /// The same for whatever problem it is.
  var problemFaults: [String] {
    var faults: [String] = []
    if fields["content-type"] != "application/problem+json" { faults.append("type") }
    if document.keys != ["code", "detail", "status", "title", "verdict"] {
      faults.append("keys \(document.keys)")
    }
    if document["status"].int != status { faults.append("status in the document") }
    for key in ["code", "title", "detail"] where document[key].string?.isEmpty != false {
      faults.append("no \(key)")
    }
    if !document["verdict"].isNull, document["verdict"]["accepted"].bool != false {
      faults.append("verdict")
    }
    if fields["x-request-id"]?.isEmpty != false { faults.append("no X-Request-Id") }
    return faults
  }
}

extension RunningService {
  /// The names in one of the store's folders.
  func stored(_ folder: String) throws -> [String] { try ServiceTests.files(self, folder) }

  /// Whether the folder of what comes in is empty within two seconds.
  func forgetsIncoming() throws -> Bool {
    for _ in 0..<40 {
      if try stored("incoming").isEmpty { return true }
      usleep(50_000)
    }
    return try stored("incoming").isEmpty
  }

  /// Whether nothing was taken: no clip, no object, nothing on its way.
  func hasNothing() throws -> Bool {
    try get("/v1/clips").document["clips"].items.isEmpty && stored("objects").isEmpty
      && forgetsIncoming()
  }

  /// The received bytes of the only clip (`server.keep_originals`).
  func received() throws -> [UInt8]? {
    let names = try stored("objects").filter { $0.hasSuffix(".received") }
    guard names.count == 1 else { return nil }
    return [UInt8](try Data(contentsOf: URL(filePath: "\(data)/store/objects/\(names[0])")))
  }

  /// Deletes a clip, and waits until nothing is left of it.
  func forget(_ id: String) throws {
    _ = try get("/v1/clips/\(id)", method: "DELETE")
    for _ in 0..<200 where try !(stored("objects").isEmpty && stored("incoming").isEmpty) {
      usleep(50_000)
    }
  }

  /// How many descriptors the server has open.
  func descriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }
}
