internal import Documents
internal import FoundationEssentials
internal import HTTP
internal import Ledger
internal import Rules
internal import Sandbox
internal import Service
internal import Storage

// The two routes of the Chatter app, which sends no token and knows no other answer than these.
extension FrontDoor {
  /// How long a post waits for its clip.
  private static let postWait = Duration.seconds(30)
  /// How many posts are listed.
  private static let mostPosts = 500

  /// Takes a post: `username`, `message`, and perhaps an `image` and a `video`.
  func beginPost(_ head: RequestHead) throws(Problem) -> Beginning {
    let most = 2 * settings.policy.maxBytes + Self.formBytes
    if let length = head.contentLength, length > most {
      throw .tooLarge(name: "", limit: settings.policy.maxBytes)
    }
    guard Upload.isForm(head.fields["Content-Type"] ?? "") else {
      throw .malformed("A form is needed: multipart/form-data.")
    }
    let receiver = try upload(
      head, fileFields: ["image", "video"],
      { (door, received, responder) throws(Problem) in try door.post(received, responder) },
      failed: { Self.chatter($0).response })
    return .receive(receiver, most: most, isCostly: true)
  }

  /// Stores image and movie, and the post with its clip in one step.
  private func post(
    _ received: Upload.Received, _ responder: Responder
  ) throws(Problem) -> Answering {
    let videos = received.files.filter { $0.field == "video" }
    let images = received.files.filter { $0.field == "image" }
    guard videos.count < 2, images.count < 2 else { throw .multipleFiles }
    let video = videos.first
    // The movie's verdict first: it is what most refusals are for.
    let judged = try video.map { (video) throws(Problem) in
      try judge(video, ClipOrder([:]), isKept: true)
    }
    if let judged, !judged.verdict.accepted { throw Problem(refusing: judged.verdict) }
    let id = UUID()
    if let image = images.first { try store(image, ofPost: id) }
    let post = NewPost(
      id: id, username: received.fields["username"], message: received.fields["message"],
      hasImage: !images.isEmpty)
    do throws(Problem) {
      guard let judged else {
        do throws(LedgerError) { try rooms.ledger.insert(post) } catch { throw Problem(error) }
        return { responder.answer(Self.done) }
      }
      guard case .admitted(let clip) = try admitted(judged, key: nil, post: post) else {
        throw .fault
      }
      return { [self] in
        wait(for: clip, within: Self.postWait) { clip in
          switch clip?.job.outcome {
          case .refused, .failed:
            let document = clip.map { ClipDocument($0, base: "") }
            let problem = document.map { Problem(ended: $0) } ?? .fault
            responder.answer(Self.chatter(problem).response)
          case .done, nil: responder.answer(Self.done)
          }
        }
      }
    } catch {
      if post.hasImage { try? rooms.store.delete(ObjectKey(job: id, kind: .image)) }
      throw error
    }
  }

  /// Makes a post's picture of what was sent, in a child, and stores it.
  private func store(_ image: FilePart, ofPost id: UUID) throws(Problem) {
    let staged: StagedObject
    do throws(StorageError) { staged = try rooms.store.stage() } catch { throw Problem(error) }
    let output = staged.descriptor
    let reasons = try image.withReading { (descriptor) throws(Problem) in
      do throws(WorkFailure) {
        return try rooms.work.image(
          descriptor, into: output, policy: settings.policy
        ).reasons
      } catch {
        throw Problem(error)
      }
    }
    guard reasons.isEmpty else {
      throw Problem(
        refusing: Verdict(name: image.name, reasons: reasons, warnings: [], facts: nil))
    }
    do throws(StorageError) {
      try rooms.store.commit(staged, as: ObjectKey(job: id, kind: .image))
    } catch {
      throw Problem(error)
    }
  }

  /// The posts, as the app reads them: six cells each, the newest last.
  func posts(_ head: RequestHead) throws(Problem) -> Response {
    let posts: [Post]
    do throws(LedgerError) { posts = try rooms.ledger.posts(limit: Self.mostPosts) } catch {
      throw Problem(error)
    }
    let base = base(head)
    let rows = posts.map { post in
      let id = post.id.uuidString.lowercased()
      return [
        post.username, post.message, id, ClipDocument.time(post.created),
        post.hasImage ? "\(base)/v1/posts/\(id)/image.jpg" : nil,
        post.clip.map { "\(base)/v1/clips/\($0.uuidString.lowercased())/movie.mp4" },
      ]
    }
    return JSONBody.response(rows)
  }

  /// The picture of a post.
  func image(_ id: UUID, _ head: RequestHead) throws(Problem) -> Response {
    let isThere: Bool
    do throws(LedgerError) { isThere = try rooms.ledger.hasPost(id) } catch { throw Problem(error) }
    guard isThere else { throw .notFound }
    // It never changes, so that its id is its tag.
    return try file(
      ObjectKey(job: id, kind: .image), type: "image/jpeg", tag: id.uuidString.lowercased(),
      name: DownloadName("image", ending: "jpg"), head)
  }

  private static var done: Response { JSONBody.response([String: String]()) }

  /// The app knows two refusals of a movie: 413, and 422 for all others.
  private static func chatter(_ problem: Problem) -> Problem {
    var problem = problem
    if problem.status == 415 { problem.status = 422 }
    return problem
  }
}
