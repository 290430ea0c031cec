internal import Documents
internal import FoundationEssentials
internal import HTTP
internal import Hooks
internal import Ledger
internal import Rules
internal import Sandbox
internal import Service
internal import Storage

// tusd's HTTP hooks. A refusal is an answer as any other, 200 by HTTP: of anything else tusd tells its client nothing but a 500.
extension FrontDoor {
  /// Bytes of an upload that are copied at once.
  private static let pieceBytes = 262_144

  /// Takes a hook request.
  func beginHook(_ head: RequestHead, _ root: UploadRoot) throws(Problem) -> Beginning {
    if let length = head.contentLength, length > HookTask.mostBytes { throw HookBody.tooLong }
    let base = base(head)
    let body = HookBody { [self] bytes, responder in
      let isTaken = clerks.take { [self] in hook(bytes, root, base, responder) }
      if !isTaken { responder.answer(Problem.busy.response) }
    }
    // It bounds itself, in words of its own.
    return .receive(body, most: .max >> 1)
  }

  /// Answers what needs no movie, and has the crew do the rest.
  private func hook(
    _ bytes: [UInt8], _ root: UploadRoot, _ base: String, _ responder: Responder
  ) {
    let task: HookTask
    do throws(HookFault) { task = try HookTask(parsing: bytes) } catch {
      return responder.answer(Problem.malformed(error.description).response)
    }
    switch task {
    case .nothing: responder.answer(Self.response(.nothing))
    case .size(let size, let upload):
      responder.answer(
        Self.response(Self.answer(told(upload.verdict(ofSize: size, policy: settings.policy)))))
    case .verdict(let upload):
      crewed(responder) { (door) throws(Problem) in
        // Who asked may have given up while others were judged; its client has been told so.
        if responder.isClientGone { return .nothing }
        return Self.answer(try door.verdict(on: upload, root))
      }
    case .takeIn(let upload):
      crewed(responder) { (door) throws(Problem) in try door.takeIn(upload, root, base) }
    }
  }

  private func crewed(
    _ responder: Responder, _ work: @escaping @Sendable (FrontDoor) throws(Problem) -> HookAnswer
  ) {
    let isTaken = crew.take { [self] in
      do throws(Problem) { responder.answer(Self.response(try work(self))) } catch {
        responder.answer(error.response)
      }
    }
    if !isTaken { responder.answer(Problem.busy.response) }
  }

  /// Gives the verdict on tusd's file where it lies.
  private func verdict(on upload: HookUpload, _ root: UploadRoot) throws(Problem) -> Verdict {
    let file: UploadFile
    do throws(UploadFault) { file = try root.openWhole(upload) } catch {
      guard error != .growing else { throw .busy }
      return told(upload.unreadable)
    }
    return try verdict(on: file, upload)
  }

  private func verdict(
    on file: borrowing UploadFile, _ upload: HookUpload
  ) throws(Problem) -> Verdict {
    let examination: Examination
    do throws(WorkFailure) {
      examination = try rooms.work.examine(file.descriptor, policy: settings.policy)
    } catch {
      throw Problem(error)
    }
    // What is still being written is judged when it is whole: tusd asks again.
    guard file.isSettled else { throw .busy }
    return told(examination.verdict(name: upload.name, policy: settings.policy))
  }

  /// Makes an upload a clip, once for its id, however often and in whatever order tusd tells of it; tusd's file stays as it is.
  private func takeIn(
    _ upload: HookUpload, _ root: UploadRoot, _ base: String
  ) throws(Problem) -> HookAnswer {
    guard let id = upload.id else {
      throw .malformed("An upload that has come has an ID.")
    }
    let key = try Self.key(of: id)
    let known = try asking { (ledger) throws(LedgerError) in try ledger.answer(to: key) }
    if let known { return try Self.answer(known, base) }
    let file: UploadFile
    // Nothing is written down: it may be there when tusd tells of it again.
    do throws(UploadFault) { file = try root.openWhole(upload) } catch {
      guard error != .growing else { throw .busy }
      return .refusal(told(upload.unreadable))
    }
    guard file.size <= settings.policy.maxBytes else {
      // Refused for its size alone, and for all else that is found where it lies: no byte is copied.
      let verdict = try verdict(on: file, upload)
      let refusal = Refusal(status: verdict.status, verdict: verdict)
      let answer = try asking { (ledger) throws(LedgerError) in
        try ledger.refuse(refusal, under: key)
      }
      return try Self.answer(answer, base)
    }
    let movie = try copy(of: file, upload)
    let order = try ClipOrder([:])
    let judged = try judge(movie, order, isKept: true)
    // A file that tusd says is longer may be whole another time.
    if !judged.verdict.accepted, movie.count < upload.size ?? 0 { return .refusal(judged.verdict) }
    return try Self.answer(try admitted(judged, key: key, post: nil), base)
  }

  /// An upload's bytes in a file of our own, counted and hashed as those that came by a request.
  private func copy(
    of file: borrowing UploadFile, _ upload: HookUpload
  ) throws(Problem) -> FilePart {
    let part = try FilePart(
      field: "", labels: Labels(filename: upload.filename, contentType: upload.contentType),
      store: rooms.store, most: settings.policy.maxBytes)
    while part.count < file.size {
      let bytes: [UInt8]
      do throws(UploadFault) {
        bytes = try file.bytes(at: part.count, count: Self.pieceBytes)
      } catch {
        throw .fault
      }
      guard !bytes.isEmpty else { break }
      try part.append(bytes[...])
    }
    // Half a movie is never a clip: tusd tells of it again.
    guard part.count == file.size, file.isSettled else { throw .busy }
    return part
  }

  private func asking<Value>(
    _ question: (any Ledger) throws(LedgerError) -> Value
  ) throws(Problem) -> Value {
    do throws(LedgerError) { return try question(rooms.ledger) } catch { throw Problem(error) }
  }

  private func told(_ verdict: Verdict) -> Verdict {
    rooms.judged(verdict.reasons.map(\.code))
    return verdict
  }

  /// The key of an upload: the end of a line keeps it apart from all that clients can send in a header.
  private static func key(of id: String) throws(Problem) -> IdempotencyKey {
    var hash: ContentHash
    do throws(StorageError) { hash = try ContentHash() } catch { throw Problem(error) }
    hash.update(Array(id.utf8).span)
    guard let digest = Digest(bytes: hash.finish()) else { throw .fault }
    return IdempotencyKey(text: "tusd\n\(id)", fingerprint: digest)
  }

  private static func answer(_ verdict: Verdict) -> HookAnswer {
    verdict.accepted ? .nothing : .refusal(verdict)
  }

  private static func answer(
    _ answer: Admission.Answer, _ base: String
  ) throws(Problem) -> HookAnswer {
    switch answer {
    case .admitted(let clip), .repeated(let clip):
      .clip(ClipDocument(clip, base: base).urls.`self`)
    case .refused(let refusal): .refusal(refusal.verdict)
    // The key stands for the id alone.
    case .conflict: throw .fault
    }
  }

  private static func response(_ answer: HookAnswer) -> Response {
    Response(
      status: 200, fields: ["Content-Type": "application/json"],
      body: .bytes(answer.json + [0x0A]))
  }
}
