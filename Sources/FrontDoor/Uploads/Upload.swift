internal import HTTP
internal import Ledger
internal import Multipart
internal import Storage

/// A body that is a movie, or a form with one: streamed into private files while it is counted and
/// hashed.
///
/// `@unchecked`: the server's calls come one by one, and what was received is handed on once, behind
/// the last of them.
final class Upload: BodyReceiver, @unchecked Sendable {
  /// What was received.
  struct Received {
    /// The form's fields, over those of the query.
    var fields: [String: String]
    var files: [FilePart]
  }

  private enum Content {
    case form(MultipartParser, Form)
    case file(FilePart)
    case ended
  }

  private var content: Content
  private let query: [String: String]
  private let received: @Sendable (sending Received, Responder) -> Void
  private let failed: @Sendable (Problem) -> Response

  /// - Parameters:
  ///   - head: says by its `Content-Type` whether the body is a form.
  ///   - fileFields: fields that are files.
  ///   - received: takes what came; it may not block.
  ///   - failed: makes the answer to a body that is none.
  init(
    _ head: RequestHead, store: any ObjectStore, fileFields: Set<String>, mostFileBytes: Int64,
    received: @escaping @Sendable (sending Received, Responder) -> Void,
    failed: @escaping @Sendable (Problem) -> Response
  ) throws(Problem) {
    query = try Self.query(head)
    self.received = received
    self.failed = failed
    let type = head.fields["Content-Type"] ?? ""
    if Upload.isForm(type) {
      do throws(MultipartError) {
        content = .form(
          MultipartParser(try MultipartBoundary(contentType: type)),
          Form(store: store, fileFields: fileFields, mostFileBytes: mostFileBytes))
      } catch {
        throw Problem(error)
      }
    } else {
      content = .file(
        try FilePart(
          field: "", labels: Labels(contentType: type.isEmpty ? nil : type), store: store,
          most: mostFileBytes))
    }
  }

  /// Whether a request's body is a form (RFC 7578).
  static func isForm(_ contentType: String) -> Bool {
    contentType.lowercased().hasPrefix("multipart/")
  }

  func receive(_ bytes: ArraySlice<UInt8>) -> Response? {
    do throws(Problem) {
      try take(bytes)
      return nil
    } catch {
      content = .ended
      return failed(error)
    }
  }

  func finish(_ responder: Responder) {
    do throws(Problem) {
      received(try ended(), responder)
    } catch {
      content = .ended
      responder.answer(failed(error))
    }
  }

  func abandon(_ cause: Abandonment) { content = .ended }

  private func take(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    switch content {
    case .form(var parser, var form):
      // Nobody else has them meanwhile, so that nothing is copied.
      content = .ended
      do throws(MultipartParser.Stop<Problem>) {
        try parser.parse(bytes, into: &form)
      } catch {
        switch error {
        case .malformed(let error): throw Problem(error)
        case .receiver(let problem): throw problem
        }
      }
      content = .form(parser, form)
    case .file(let part): try part.append(bytes)
    case .ended: break
    }
  }

  private func ended() throws(Problem) -> Received {
    defer { content = .ended }
    switch content {
    case .form(let parser, let form):
      do throws(MultipartError) { try parser.finish() } catch { throw Problem(error) }
      for name in form.fields.keys where query[name] != nil && ClipOrder.names.contains(name) {
        throw .badParameter("\(name) is given in the form and in the query.")
      }
      return Received(
        fields: query.merging(form.fields) { $1 }, files: form.files)
    case .file(let part): return Received(fields: query, files: part.count > 0 ? [part] : [])
    case .ended: throw .fault
    }
  }

  private static func query(_ head: RequestHead) throws(Problem) -> [String: String] {
    var fields: [String: String] = [:]
    for (name, value) in head.query {
      // A name without a value says yes there.
      let value = name == "fit" && value.isEmpty ? "true" : value
      guard fields.updateValue(value, forKey: name) == nil else {
        throw .badParameter("A parameter is given twice.")
      }
    }
    return fields
  }
}

extension Upload.Received {
  /// The movie: the file of the field `video`, or the only one.
  ///
  /// - Throws: `Problem` `request.no_file` or `request.multiple_files`.
  func movie() throws(Problem) -> FilePart {
    let named = files.filter { $0.field == "video" }
    let candidates = named.isEmpty ? files : named
    guard let movie = candidates.first else { throw .noFile }
    guard candidates.count == 1 else { throw .multipleFiles }
    return movie
  }
}

extension Problem {
  fileprivate init(_ error: MultipartError) {
    self = .malformed("The form can't be read: \(error.detail).")
  }
}
