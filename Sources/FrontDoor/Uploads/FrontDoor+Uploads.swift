internal import Documents
internal import FoundationEssentials
internal import HTTP
internal import Ledger
internal import Rules
internal import Sandbox
internal import Service
internal import Storage

// Movies that come in.
extension FrontDoor {
  /// How long a client wants to wait for its clip (RFC 7240, 4.3), and its word for the upload.
  struct Wishes {
    var wait: Duration?
    var key: String?

    init(_ head: RequestHead) throws(Problem) {
      let keys = head.fields.values("Idempotency-Key")
      guard keys.count < 2, keys.allSatisfy({ 1...255 ~= $0.utf8.count }) else {
        throw .badParameter("Idempotency-Key: one of 1 to 255 bytes is needed.")
      }
      key = keys.first
      let preferences = head.fields.values("Prefer").flatMap { $0.split(separator: ",") }
      for preference in preferences where wait == nil {
        let word = preference.split(separator: ";").first ?? preference
        let parts = word.split(separator: "=").map { $0.filter { $0 != " " && $0 != "\"" } }
        guard parts.count == 2, parts[0].lowercased() == "wait",
          parts[1].utf8.allSatisfy({ 48...57 ~= $0 })
        else { continue }
        wait = min(.seconds(UInt32(parts[1]) ?? .max), FrontDoor.longestWait)
      }
    }
  }

  /// A movie that was judged.
  struct Judged {
    var movie: FilePart
    var order: ClipOrder
    var policy: Policy
    var verdict: Verdict

    var jobSettings: JobSettings {
      JobSettings(policy: policy, trim: order.trim, posterAt: order.posterTime)
    }
  }

  func beginClip(_ head: RequestHead) throws(Problem) -> Beginning {
    let wishes = try Wishes(head)
    let base = base(head)
    return try beginUpload(head) { (door, received, responder) throws(Problem) in
      let answer = try door.admit(received, wishes)
      return { () throws(Problem) in try door.answer(answer, wishes, base, responder) }
    }
  }

  func beginVerdict(_ head: RequestHead) throws(Problem) -> Beginning {
    try beginUpload(head) { (door, received, responder) throws(Problem) in
      let movie = try received.movie()
      let order = try ClipOrder(received.fields)
      let verdict = try door.judge(movie, order, isKept: false).verdict
      return { responder.answer(JSONBody.response(verdict)) }
    }
  }

  /// Takes a movie, or a form with one, and has the crew go on with it.
  private func beginUpload(
    _ head: RequestHead,
    _ next: @escaping @Sendable (FrontDoor, Upload.Received, Responder) throws(Problem) -> Answering
  ) throws(Problem) -> Beginning {
    let isForm = Upload.isForm(head.fields["Content-Type"] ?? "")
    let most = settings.policy.maxBytes + (isForm ? Self.formBytes : 0)
    // Nothing is staged for what is refused by its size alone.
    if let length = head.contentLength, length > most {
      throw .tooLarge(name: "", limit: settings.policy.maxBytes)
    }
    return .receive(
      try upload(head, fileFields: ["video"], next) { $0.response }, most: most, isCostly: true)
  }

  /// What is done when the received files are let go of, so that whoever has the answer finds none.
  typealias Answering = @Sendable () throws(Problem) -> Void

  /// A body on its way into private files.
  func upload(
    _ head: RequestHead, fileFields: Set<String>,
    _ next:
      @escaping @Sendable (
        FrontDoor, Upload.Received, Responder
      ) throws(Problem) -> Answering,
    failed: @escaping @Sendable (Problem) -> Response
  ) throws(Problem) -> Upload {
    try Upload(
      head, store: rooms.store, fileFields: fileFields, mostFileBytes: settings.policy.maxBytes,
      received: { [self] received, responder in
        let handed = Handed(received)
        let isTaken = crew.take { [self] in
          guard !responder.isClientGone else { return }
          do throws(Problem) {
            let answering = try handed.give { (received) throws(Problem) in
              try next(self, received, responder)
            }
            try answering()
          } catch {
            responder.answer(failed(error))
          }
        }
        if !isTaken { responder.answer(failed(.busy)) }
      }, failed: failed)
  }

  /// Gives the verdict on a movie, in a child.
  ///
  /// - Parameter isKept: whether an accepted movie is kept: what that needs is begun meanwhile.
  func judge(
    _ movie: FilePart, _ order: ClipOrder, isKept: Bool
  ) throws(Problem) -> Judged {
    let policy = order.policy(settings.policy)
    let verdict = try movie.withReading { (descriptor) throws(Problem) in
      let examination: Examination
      do throws(WorkFailure) {
        examination = try rooms.work.examine(descriptor, policy: policy) {
          if isKept { movie.prepare() }
        }
      } catch {
        throw Problem(error)
      }
      return examination.verdict(name: movie.name, policy: policy, trim: order.trim)
    }
    rooms.judged(verdict.reasons.map(\.code))
    return Judged(movie: movie, order: order, policy: policy, verdict: verdict)
  }

  /// Judges an upload, and makes it a clip where it is accepted.
  private func admit(
    _ received: Upload.Received, _ wishes: Wishes
  ) throws(Problem) -> Admission.Answer {
    let movie = try received.movie()
    let order = try ClipOrder(received.fields)
    var key: IdempotencyKey?
    if let text = wishes.key {
      key = IdempotencyKey(text: text, fingerprint: try Self.fingerprint(movie.digest(), order))
    }
    if let key {
      let known: Admission.Answer?
      do throws(LedgerError) { known = try rooms.ledger.answer(to: key) } catch {
        throw Problem(error)
      }
      if let known { return known }
    }
    return try admitted(try judge(movie, order, isKept: true), key: key, post: nil)
  }

  /// Promises a clip, or writes down why there is none: bytes first, then the row, then the answer.
  func admitted(
    _ judged: Judged, key: IdempotencyKey?, post: NewPost?
  ) throws(Problem) -> Admission.Answer {
    guard judged.verdict.accepted else {
      let refusal = Refusal(
        status: Problem(refusing: judged.verdict).status, verdict: judged.verdict)
      guard let key else { return .refused(refusal) }
      do throws(LedgerError) { return try rooms.ledger.refuse(refusal, under: key) } catch {
        throw Problem(error)
      }
    }
    let digest = try judged.movie.digest()
    let job = UUID()
    let object = ObjectKey(job: job, kind: .received)
    try judged.movie.commit(as: object, in: rooms.store)
    let answer: Admission.Answer
    do throws(LedgerError) {
      answer = try rooms.ledger.admit(
        Admission(
          clip: UUID(), job: job, content: digest, byteCount: judged.movie.count,
          settings: judged.jobSettings, verdict: judged.verdict, labels: judged.movie.labels,
          key: key, post: post))
    } catch {
      try? rooms.store.delete(object)
      throw Problem(error)
    }
    if case .admitted(let clip) = answer, clip.job.id == job {
      rooms.jobWaits()
    } else {
      // Another job has the same bytes.
      try? rooms.store.delete(object)
    }
    return answer
  }

  /// Answers an upload, now or when its clip has ended.
  func answer(
    _ answer: Admission.Answer, _ wishes: Wishes, _ base: String, _ responder: Responder
  ) throws(Problem) {
    switch answer {
    case .conflict: throw .conflict
    case .refused(let refusal):
      var problem = Problem(refusing: refusal.verdict)
      problem.status = refusal.status
      throw problem
    case .admitted(let clip), .repeated(let clip):
      guard let wait = wishes.wait else {
        return responder.answer(Self.accepted(clip, base, status: 202))
      }
      self.wait(for: clip, within: wait) { clip in
        guard let clip else { return responder.answer(Problem.notFound.response) }
        switch clip.job.outcome {
        case .refused, .failed:
          let document = ClipDocument(clip, base: base)
          var response = Problem(ended: document).response
          response.fields["Location"] = document.urls.`self`
          response.fields["Preference-Applied"] = "wait"
          responder.answer(response)
        case .done, nil:
          var response = Self.accepted(clip, base, status: clip.status == .ready ? 201 : 202)
          response.fields["Preference-Applied"] = "wait"
          responder.answer(response)
        }
      }
    }
  }

  /// Waits until a clip has ended, without a thread.
  ///
  /// - Parameter body: gets the clip as it is then, or when the time is over; nil where it was deleted.
  func wait(
    for clip: Clip, within time: Duration, _ body: @escaping @Sendable (Clip?) -> Void
  ) {
    if clip.job.state.isEnd { return body(clip) }
    let ledger = rooms.ledger
    watch.wait(within: time) { isOver in
      let now: Clip?
      do throws(LedgerError) { now = try ledger.clip(clip.id) } catch {
        // The wait goes on.
        if isOver { body(clip) }
        return isOver
      }
      let hasEnded = now?.job.state.isEnd ?? true
      if isOver || hasEnded { body(now) }
      return isOver || hasEnded
    }
  }

  private static func accepted(_ clip: Clip, _ base: String, status: Int) -> Response {
    let document = ClipDocument(clip, base: base)
    return JSONBody.response(
      document, status: status, fields: ["Location": document.urls.`self`])
  }

  /// What an idempotency key stands for: the bytes, and all that the client wants done with them.
  private static func fingerprint(
    _ content: Digest, _ order: ClipOrder
  ) throws(Problem) -> Digest {
    var hash: ContentHash
    do throws(StorageError) { hash = try ContentHash() } catch { throw Problem(error) }
    hash.update(Array(content.description.utf8).span)
    hash.update(JSONBody.bytes(order).span)
    guard let digest = Digest(bytes: hash.finish()) else { throw .fault }
    return digest
  }
}

/// Something that goes from one thread to another, once.
///
/// `@unchecked`: whoever makes it has let go of the value, and who takes it is the only one.
private final class Handed<Value>: @unchecked Sendable {
  private var value: Value?

  init(_ value: sending Value) { self.value = value }

  /// Lends the value, and lets go of it.
  func give<Result>(_ body: (Value) throws(Problem) -> Result) throws(Problem) -> Result {
    guard let value = value.take() else { throw .fault }
    return try body(value)
  }
}

extension Problem {
  /// A clip that failed, for its own sake or by our fault.
  init(ended document: ClipDocument) {
    self.init(refusing: document.verdict)
    // What was accepted is a movie of a size that is allowed, whatever a full decode found.
    status = document.verdict.reasons.first?.code.rawValue == "clipgate.fault" ? 500 : 422
  }
}
