internal import Documents
internal import FoundationEssentials
package import HTTP
internal import Hooks
package import Ledger
package import Rules
package import Sandbox
package import Service
package import Storage

/// The service's routes: what a request may do, and who does it.
///
/// It holds no state of its own beside threads: what is promised is the ledger's, bytes are the store's,
/// movies are opened in children alone.
package final class FrontDoor: RequestHandler, Sendable {
  /// What a front door needs of the rest of the service.
  package struct Rooms: Sendable {
    /// What is promised.
    package var ledger: any Ledger
    /// Where bytes rest.
    package var store: any ObjectStore
    /// Has movies opened.
    package var work: any MovieWork & Sendable
    /// Wakes the workers: a job waits.
    package var jobWaits: @Sendable () -> Void
    /// The counters, as Prometheus reads them.
    package var metrics: @Sendable () -> String
    /// Hears of each verdict: the codes of its reasons.
    package var judged: @Sendable ([Reason.Code]) -> Void

    package init(
      ledger: any Ledger, store: any ObjectStore, work: any MovieWork & Sendable,
      jobWaits: @escaping @Sendable () -> Void, metrics: @escaping @Sendable () -> String,
      judged: @escaping @Sendable ([Reason.Code]) -> Void
    ) {
      self.ledger = ledger
      self.store = store
      self.work = work
      self.jobWaits = jobWaits
      self.metrics = metrics
      self.judged = judged
    }
  }

  let settings: ServiceSettings
  let rooms: Rooms
  /// Judges movies.
  let crew: Crew
  /// Asks and writes the ledger for those who bring no movie: they don't wait behind movies.
  let clerks: Crew
  private let readiness = Readiness()
  let watch: ClipWatch
  private let token: BearerToken?
  /// Where tusd's hooks may name files; nil where there are none.
  private let uploads: UploadRoot?

  /// How long a request may wait for its clip.
  static let longestWait = Duration.seconds(120)
  /// Beside the movie: a form's delimiters, headers and fields.
  static let formBytes: Int64 = 262_144

  /// - Parameters:
  ///   - settings: limits, origins and the rest of the configuration.
  ///   - token: what callers must send; nil lets everybody in.
  ///   - rooms: the rest of the service.
  ///   - threads: how many movies are judged at once.
  package init(_ settings: ServiceSettings, token: String?, rooms: Rooms, threads: Int) {
    self.settings = settings
    self.rooms = rooms
    self.token = token.map(BearerToken.init)
    uploads = settings.tusdRoot.map(UploadRoot.init)
    crew = Crew(threads: threads, mostWaiting: 64)
    clerks = Crew(threads: 2, mostWaiting: 512)
    watch = ClipWatch(ledger: rooms.ledger)
  }

  /// Ends all waiting, so that its requests are answered by what is known; nobody waits from now on.
  package func endWaiting() { watch.end() }

  /// Takes no more work, and lets what was begun be done; behind `endWaiting`.
  package func end(within time: Duration) {
    crew.end(within: time)
    clerks.end(within: time)
    readiness.end()
  }

  /// Decides about a request: by its route, its method and its token.
  package func begin(_ head: RequestHead, id: String) -> Beginning {
    do throws(Problem) {
      let route = route(head.path)
      if head.method == "OPTIONS" { return .answer(try preflight(route, path: head.path)) }
      guard isAllowed(head, route) else { throw .unauthorized }
      guard let route else { throw .notFound }
      guard route.methods.contains(head.method) else { throw .methodNotAllowed(route.methods) }
      return try begin(head, route)
    } catch {
      return .answer(error.response)
    }
  }

  /// The name of a request's route among the metrics.
  package static func label(of path: String) -> String { Route(path)?.label ?? "none" }

  private func begin(_ head: RequestHead, _ route: Route) throws(Problem) -> Beginning {
    switch (route, head.method) {
    case (.clips, "POST"): return try beginClip(head)
    case (.verdicts, _): return try beginVerdict(head)
    case (.postImages, _): return try beginPost(head)
    case (.tusdHooks, _):
      guard let uploads else { throw .notFound }
      return try beginHook(head, uploads)
    case (.clip(let id), "DELETE"):
      return blocking { (door) throws(Problem) in try door.deleted(id) }
    case (.readiness, _):
      return .receive(
        NoBody { [self] responder in
          readiness.ask(responder) { [self] () throws(Problem) in try ready() }
        }, most: NoBody.most)
    case (.clips, _): return blocking { (door) throws(Problem) in try door.list(head) }
    case (.clip(let id), _):
      return blocking { (door) throws(Problem) in
        JSONBody.response(ClipDocument(try door.clip(id), base: door.base(head)))
      }
    case (.events(let id), _):
      return blocking { (door) throws(Problem) in try door.events(id, head) }
    case (.movie(let id), _):
      return blocking { (door) throws(Problem) in try door.movie(id, head) }
    case (.poster(let id), _):
      return blocking { (door) throws(Problem) in try door.poster(id, head) }
    case (.image(let id), _):
      return blocking { (door) throws(Problem) in try door.image(id, head) }
    case (.getImages, _): return blocking { (door) throws(Problem) in try door.posts(head) }
    case (.health, _): return .answer(Self.text("ok\n"))
    case (.metrics, _):
      return blocking { (door) throws(Problem) in
        Response(
          status: 200, fields: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
          body: .bytes(Array(door.rooms.metrics().utf8)))
      }
    case (.status, _): return blocking { (door) throws(Problem) in try door.status() }
    }
  }

  /// What a path leads to here.
  private func route(_ path: String) -> Route? {
    let route = Route(path)
    return route == .tusdHooks && uploads == nil ? nil : route
  }

  /// Whether a request may do what it wants.
  private func isAllowed(_ head: RequestHead, _ route: Route?) -> Bool {
    guard let token else { return true }
    if let route {
      if route.isPublic { return true }
      if route.isChatter, settings.isChatterOpen { return true }
      // All that tusd can be given for its hooks is a URL, whose password it sends so.
      if route == .tusdHooks, token.isPassword(in: head.fields.values("Authorization")) {
        return true
      }
    }
    return token.isSaid(by: head.fields.values("Authorization"))
  }

  /// What a page of another origin asks before it calls (Fetch, 4.8).
  private func preflight(_ route: Route?, path: String) throws(Problem) -> Response {
    // `*` is the server as a whole (RFC 9110, 9.3.7).
    guard let known = route?.methods ?? (path == "*" ? ["GET", "HEAD", "POST", "DELETE"] : nil)
    else { throw .notFound }
    let methods = (known + ["OPTIONS"]).joined(separator: ", ")
    return Response(
      status: 204,
      fields: [
        "Allow": methods, "Access-Control-Allow-Methods": methods,
        "Access-Control-Allow-Headers":
          "Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Prefer, Range",
        "Access-Control-Max-Age": "600",
      ])
  }

  /// Says on any answer which origins may read it; for `ServerConfiguration.decorate`.
  package func decorate(_ response: inout Response, _ head: RequestHead?) {
    guard !settings.corsOrigins.isEmpty else { return }
    let isForAll = settings.corsOrigins.contains("*")
    if !isForAll { response.fields.append("Vary", "Origin") }
    guard let origin = head?.fields["Origin"], isForAll || settings.corsOrigins.contains(origin)
    else { return }
    response.fields["Access-Control-Allow-Origin"] = isForAll ? "*" : origin
    response.fields["Access-Control-Expose-Headers"] =
      "Content-Range, ETag, Location, Preference-Applied, Retry-After, X-Request-Id"
  }

  /// What the server itself refuses, said as routes say it; for `ServerConfiguration.problem`.
  package func problem(_ status: Int, _ code: String, _ detail: String) -> Response {
    // A body without a length that grows too large: who sent it learns the limit.
    if status == 413 { return Problem.tooLarge(name: "", limit: settings.policy.maxBytes).response }
    if status == 500 { return Problem.fault.response }
    return .problem(status: status, code: code, detail: detail)
  }

  /// What URLs in answers to a request begin with.
  func base(_ head: RequestHead) -> String {
    if let url = settings.publicURL { return url }
    // A front may say whether the client's side is encrypted.
    let forwarded = head.isFromFront ? head.fields["X-Forwarded-Proto"]?.lowercased() : nil
    let isEncrypted = forwarded == "https" || head.isEncrypted && forwarded != "http"
    return "\(isEncrypted ? "https" : "http")://\(head.host ?? settings.listen.text)"
  }

  /// What asks or writes the ledger, done by the clerks and answered when it is.
  func blocking(
    _ work: @escaping @Sendable (FrontDoor) throws(Problem) -> Response
  ) -> Beginning {
    .receive(
      NoBody { [self] responder in
        let isTaken = clerks.take { [self] in
          guard !responder.isClientGone else { return }
          do throws(Problem) { responder.answer(try work(self)) } catch {
            responder.answer(error.response)
          }
        }
        if !isTaken { responder.answer(Problem.busy.response) }
      }, most: NoBody.most)
  }

  static func text(_ text: String) -> Response {
    Response(
      status: 200, fields: ["Content-Type": "text/plain; charset=utf-8"],
      body: .bytes(Array(text.utf8)))
  }
}
