internal import Documents
internal import FoundationEssentials
internal import HTTP
internal import Ledger
internal import Rules
internal import Storage

// Clips that are there.
extension FrontDoor {
  /// A clip as it is now.
  func clip(_ id: UUID) throws(Problem) -> Clip {
    let clip: Clip?
    do throws(LedgerError) { clip = try rooms.ledger.clip(id) } catch { throw Problem(error) }
    guard let clip else { throw .notFound }
    return clip
  }

  /// The newest clips, or those behind one.
  func list(_ head: RequestHead) throws(Problem) -> Response {
    var limit = 50
    if let text = head.parameter("limit") {
      guard let count = Int(text), 1...200 ~= count else {
        throw .badParameter("limit: a number from 1 to 200 is needed.")
      }
      limit = count
    }
    let cursor = try cursor(head.parameter("after"))
    var clips: [Clip]
    // One more tells whether there is a next page.
    do throws(LedgerError) {
      clips = try rooms.ledger.clips(limit: limit + 1, after: cursor)
    } catch {
      throw Problem(error)
    }
    let hasMore = clips.count > limit
    clips = Array(clips.prefix(limit))
    let base = base(head)
    return JSONBody.response(
      ClipListDocument(
        clips: clips.map { ClipDocument($0, base: base) },
        next: hasMore ? clips.last?.cursor.description : nil))
  }

  /// A page's last clip, or the `next` of the page.
  private func cursor(_ text: String?) throws(Problem) -> ClipCursor? {
    guard let text else { return nil }
    if let cursor = ClipCursor(text) { return cursor }
    guard let id = UUID(uuidString: text) else {
      throw .badParameter("after: the next of a list or a clip's id is needed.")
    }
    do throws(Problem) { return try clip(id).cursor } catch {
      throw error.status == 404 ? .badParameter("after: there is no such clip.") : error
    }
  }

  /// A clip's events.
  func events(_ id: UUID, _ head: RequestHead) throws(Problem) -> Response {
    let base = base(head)
    let ledger = rooms.ledger
    let source = ClipEvents(watch: watch, first: ClipDocument(try clip(id), base: base)) {
      () throws(LedgerError) in try ledger.clip(id).map { ClipDocument($0, base: base) }
    }
    return Response(
      status: 200,
      fields: [
        "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no",
      ], body: .events(source))
  }

  /// Removes a clip, and its bytes where no other clip has them.
  func deleted(_ id: UUID) throws(Problem) -> Response {
    let deletion: Deletion?
    do throws(LedgerError) { deletion = try rooms.ledger.delete(clip: id) } catch {
      throw Problem(error)
    }
    guard let deletion else { throw .notFound }
    // What can't be removed now has no row any more: a sweep finds it.
    if let job = deletion.job {
      for key in job.objectKeys { try? rooms.store.delete(key) }
    }
    for post in deletion.postsWithImages {
      try? rooms.store.delete(ObjectKey(job: post, kind: .image))
    }
    return Response(status: 204)
  }

  /// The clip's movie.
  func movie(_ id: UUID, _ head: RequestHead) throws(Problem) -> Response {
    let clip = try clip(id)
    return try served(
      clip, type: "video/mp4", kind: .movie(attempt: clip.job.attempt), \.movie, head)
  }

  /// The clip's poster.
  func poster(_ id: UUID, _ head: RequestHead) throws(Problem) -> Response {
    let clip = try clip(id)
    return try served(
      clip, type: "image/jpeg", kind: .poster(attempt: clip.job.attempt), \.poster, head)
  }

  private func served(
    _ clip: Clip, type: String, kind: ObjectKey.Kind, _ object: KeyPath<Outputs, Outputs.Object>,
    _ head: RequestHead
  ) throws(Problem) -> Response {
    switch clip.job.outcome {
    case nil: throw .notReady
    case .refused, .failed: throw .notFound
    case .done(_, let outputs):
      let ending = type == "video/mp4" ? "mp4" : "jpg"
      return try file(
        ObjectKey(job: clip.job.id, kind: kind), type: type,
        tag: outputs[keyPath: object].sha256.description,
        name: DownloadName(clip.labels.filename, ending: ending), head)
    }
  }

  /// A stored object as an answer, whole or in part.
  ///
  /// - Parameter tag: of its content, without quotation marks.
  func file(
    _ key: ObjectKey, type: String, tag: String, name: DownloadName, _ head: RequestHead
  ) throws(Problem) -> Response {
    var fields: HeaderFields = [
      "ETag": "\"\(tag)\"", "Cache-Control": "public, max-age=31536000, immutable",
      "Accept-Ranges": "bytes",
    ]
    let stored: StoredObject
    do throws(StorageError) { stored = try rooms.store.open(key) } catch { throw Problem(error) }
    let conditions = Conditions(head.fields, tag: tag, isGet: head.method == "GET")
    if conditions.isNotModified { return Response(status: 304, fields: fields) }
    fields["Content-Type"] = type
    fields["Content-Disposition"] = name.disposition
    let part: Range<Int64>
    var status = 200
    switch conditions.range(of: stored.size) {
    case .whole: part = 0..<stored.size
    case .part(let range):
      status = 206
      part = range
      fields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(stored.size)"
    case .unsatisfiable:
      var answer = Problem(
        status: 416, code: "request.range_not_satisfiable",
        detail: "There are \(stored.size) bytes."
      ).response
      answer.fields["Content-Range"] = "bytes */\(stored.size)"
      return answer
    }
    guard
      let body = FileBody(
        duplicating: stored.descriptor, offset: part.lowerBound,
        count: part.upperBound - part.lowerBound)
    else { throw .busy }
    return Response(status: status, fields: fields, body: .file(body))
  }
}

extension Job {
  /// The keys of all objects that it may have.
  var objectKeys: [ObjectKey] {
    let outputs = (0...attempt).flatMap { attempt in
      [ObjectKey.Kind.movie(attempt: attempt), .poster(attempt: attempt)]
    }
    return ([.received] + outputs).map { ObjectKey(job: id, kind: $0) }
  }
}
