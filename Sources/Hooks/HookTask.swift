internal import FoundationEssentials

/// What a hook request of tusd asks for: one document of JSON, the same by HTTP and on a standard input.
///
/// Requests of one upload may come in any order, late, and more than once: each says all that its task needs.
package enum HookTask: Sendable, Equatable {
  /// Nothing is to be said: tusd goes on.
  case nothing
  /// To say whether an upload of so many bytes may come.
  case size(Int64, HookUpload)
  /// To give the verdict on an upload that has come.
  case verdict(HookUpload)
  /// To take in an upload that has come.
  case takeIn(HookUpload)

  /// The most bytes of a request; the headers of the client's own request are among them.
  package static let mostBytes = 65_536

  /// The most bytes of an upload's id; tusd's own have 32.
  package static let mostIDBytes = 1024

  /// Reads a request (tusd 2, `HookRequest`); keys that nobody here knows mean nothing.
  ///
  /// Of an upload that is only a part of another (`IsPartial`) there is nothing to say, since a part is no movie; the whole
  /// of them (`IsFinal`) is an upload like any other. A size that its client will tell later is judged when all has come.
  package init(parsing bytes: [UInt8]) throws(HookFault) {
    guard bytes.count <= Self.mostBytes else { throw .tooLong(Self.mostBytes) }
    let data = Data(bytes)
    guard let head = try? JSONDecoder().decode(Head.self, from: data) else { throw .malformed }
    guard let type = head.type else { throw head.isUntyped ? .untyped : .malformed }
    guard let kind = HookKind(rawValue: type) else {
      self = .nothing
      return
    }
    guard let told = try? JSONDecoder().decode(Document.self, from: data).event.upload,
      told.id?.utf8.count ?? 0 <= Self.mostIDBytes, told.size ?? 0 >= 0
    else { throw .malformed }
    guard told.isPartial != true else {
      self = .nothing
      return
    }
    let upload = HookUpload(
      id: told.id.flatMap { $0.isEmpty ? nil : $0 },
      size: told.isDeferred == true ? nil : told.size,
      filename: told.metadata?["filename"], contentType: told.metadata?["filetype"],
      store: told.storage?.type, path: told.storage?.path)
    switch kind {
    case .preCreate: self = upload.size.map { .size($0, upload) } ?? .nothing
    case .preFinish: self = .verdict(upload)
    case .postFinish: self = .takeIn(upload)
    }
  }

  /// What every request has.
  private struct Head: Decodable {
    var type: String?
    /// Whether it has what the documents of tusd 1 begin with.
    var isUntyped: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      type = try container.decodeIfPresent(String.self, forKey: .type)
      isUntyped = container.contains(.upload)
    }

    enum Key: String, CodingKey {
      case type = "Type"
      case upload = "Upload"
    }
  }

  private struct Document: Decodable {
    var event: Event

    enum CodingKeys: String, CodingKey { case event = "Event" }
  }

  private struct Event: Decodable {
    var upload: Upload

    enum CodingKeys: String, CodingKey { case upload = "Upload" }
  }

  /// `FileInfo` of tusd; what is not there yet is absent, null, or empty.
  private struct Upload: Decodable {
    var id: String?
    var size: Int64?
    var isDeferred: Bool?
    var isPartial: Bool?
    var metadata: [String: String]?
    var storage: Storage?

    enum CodingKeys: String, CodingKey {
      case id = "ID"
      case size = "Size"
      case isDeferred = "SizeIsDeferred"
      case isPartial = "IsPartial"
      case metadata = "MetaData"
      case storage = "Storage"
    }
  }

  private struct Storage: Decodable {
    var type: String?
    var path: String?

    enum CodingKeys: String, CodingKey {
      case type = "Type"
      case path = "Path"
    }
  }
}
