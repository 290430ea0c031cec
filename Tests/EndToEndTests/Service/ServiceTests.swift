import Foundation
import TestSupport
import Testing

/// The service's routes, called as clients do.
@Suite struct ServiceTests {
  @Test func `a movie becomes a clip that is judged, made, listed, played and deleted`() throws {
    let service = try RunningService()
    let folder = try ScratchFolder()
    let body = Bodies.form(
      [.field("tail", "0.5"), .file("video", "holiday.mov", try Bodies.movie())], boundary: "b")
    let taken = try service.post("/v1/clips", body, type: "multipart/form-data; boundary=b")
    #expect(taken.status == 202)
    let id = try #require(taken.document["id"].string)
    let base = "http://127.0.0.1:\(service.port)/v1/clips"
    #expect(taken.fields["location"] == "\(base)/\(id)")
    #expect(taken.document["schema"].string == "clipgate.clip/1")
    #expect(taken.document["verdict"]["accepted"].bool == true)
    #expect(taken.document["verdict"]["name"].string == "holiday.mov")
    #expect(taken.document["labels"]["filename"].string == "holiday.mov")
    #expect(taken.document["labels"]["content_type"].string == "video/mp4")
    #expect(taken.document["urls"]["movie"].string == "\(base)/\(id)/movie.mp4")
    let clip = try Self.ready(service, id)
    #expect(clip["progress"].double == 1)
    #expect(
      abs((clip["report"]["output"]["facts"]["duration"]["presented"].double ?? 0) - 1.5) < 0.05)
    let movie = try service.get("/v1/clips/\(id)/movie.mp4")
    #expect(movie.status == 200)
    #expect(movie.fields["content-type"] == "video/mp4")
    #expect(movie.fields["x-content-type-options"] == "nosniff")
    let path = try folder.write(Data(movie.body), as: "made.mp4")
    #expect(abs(try FFprobe(path).duration - 1.5) < 0.05)
    let poster = try service.get("/v1/clips/\(id)/poster.jpg/")
    #expect(poster.fields["content-type"] == "image/jpeg")
    #expect(poster.body.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(try service.get("/v1/clips").document["clips"].items.map { $0["id"].string } == [id])
    #expect(try service.get("/v1/clips/\(id)", method: "DELETE").status == 204)
    for path in ["", "/movie.mp4", "/poster.jpg", "/events"] {
      #expect(try service.get("/v1/clips/\(id)\(path)").status == 404)
    }
    #expect(try Self.files(service, "objects").isEmpty)
    #expect(try Self.files(service, "incoming").isEmpty)
  }

  @Test(
    arguments: [
      ("truncated.mp4", 422, "movie.truncated"),
      ("browser-recording.webm", 422, "duration.too_long"),
      ("describe.py", 415, "movie.not_recognized"),
    ])
  func `a file that is refused gets its verdict, and nothing stays`(
    name: String, status: Int, code: String
  ) throws {
    let service = try RunningService()
    let bytes = [UInt8](
      try Data(contentsOf: URL(filePath: Checkout.path("samples/\(name)"))))
    let reply = try service.post("/v1/clips", bytes)
    #expect(reply.status == status)
    #expect(reply.fields["content-type"] == "application/problem+json")
    let document = reply.document
    #expect(document["code"].string == code)
    #expect(document["status"].int == status)
    #expect(document["verdict"]["accepted"].bool == false)
    #expect(document["verdict"]["reasons"].items.first?["code"].string == code)
    let verdict = try service.post("/v1/verdicts", bytes)
    #expect(verdict.status == 200)
    #expect(verdict.document == document["verdict"])
    #expect(try service.get("/v1/clips").document["clips"].items.isEmpty)
    #expect(try Self.files(service, "objects").isEmpty && Self.files(service, "incoming").isEmpty)
  }

  @Test func `who prefers to wait gets the clip when it is ready`() throws {
    let service = try RunningService()
    let reply = try service.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"])
    #expect(reply.status == 201)
    #expect(reply.document["status"].string == "ready")
    #expect(reply.fields["preference-applied"] == "wait")
  }

  @Test func `a movie that only a full decode refuses ends as a failed clip with the reasons`()
    throws
  {
    let service = try RunningService()
    let folder = try ScratchFolder()
    let whole = try Bodies.movie()
    let path = try folder.write(Data(whole), as: "whole.mp4")
    let packets = try FFprobe(path).pictureBytes()
    var bytes = whole
    for packet in packets[3..<20] {
      for place in packet.dropFirst(6) { bytes[place] = 0 }
    }
    let reply = try service.post("/v1/clips", bytes, fields: ["Prefer: wait=60"])
    #expect(reply.status == 422)
    #expect(reply.document["code"].string == "movie.corrupt")
    let clips = try service.get("/v1/clips").document["clips"].items
    #expect(clips.map { $0["status"].string } == ["failed"])
    #expect(clips.first?["verdict"]["reasons"].items.first?["code"].string == "movie.corrupt")
    #expect(try Self.files(service, "objects").isEmpty)
  }

  @Test func `the same bytes with the same settings are processed once`() throws {
    let service = try RunningService()
    let movie = try Bodies.movie()
    let one = try service.post("/v1/clips", movie, fields: ["Prefer: wait=60"])
    let other = try service.post("/v1/clips", movie, fields: ["Prefer: wait=60"])
    let third = try service.post("/v1/clips?tail=1", movie, fields: ["Prefer: wait=60"])
    #expect(one.status == 201 && other.status == 201 && third.status == 201)
    let ids = [one, other, third].compactMap { $0.document["id"].string }
    #expect(Set(ids).count == 3)
    // A movie and a poster of each of the two jobs.
    #expect(try Self.files(service, "objects").count == 4)
    _ = try service.get("/v1/clips/\(ids[0])", method: "DELETE")
    #expect(try service.get("/v1/clips/\(ids[1])/movie.mp4").status == 200)
    #expect(try Self.files(service, "objects").count == 4)
    _ = try service.get("/v1/clips/\(ids[1])", method: "DELETE")
    #expect(try Self.files(service, "objects").count == 2)
  }

  @Test func `an idempotency key stands for one upload and its answer`() throws {
    let service = try RunningService()
    let key = ["Idempotency-Key: one"]
    let movie = try Bodies.movie(1)
    let first = try service.post("/v1/clips", movie, fields: key)
    let again = try service.post("/v1/clips", movie, fields: key)
    #expect(first.status == 202 && again.status == 202)
    #expect(first.document["id"] == again.document["id"])
    let other = try service.post("/v1/clips", try Bodies.movie(2), fields: key)
    #expect(other.status == 409)
    #expect(other.document["code"].string == "request.conflict")
    let trimmed = try service.post("/v1/clips?tail=1", movie, fields: key)
    #expect(trimmed.status == 409)
    let refused = try service.post(
      "/v1/clips", Array("no movie".utf8), fields: ["Idempotency-Key: two"])
    let refusedAgain = try service.post(
      "/v1/clips", Array("no movie".utf8), fields: ["Idempotency-Key: two"])
    #expect(refused.status == 415 && refusedAgain.status == 415)
    #expect(refused.document == refusedAgain.document)
  }

  @Test func `fifty identical uploads at once under one key are one clip`() throws {
    let service = try RunningService()
    let movie = try Bodies.movie()
    let ids = Clients.run(50, atOnce: 50) { _ -> String? in
      // Who finds us busy comes again, as any client does.
      for _ in 0..<100 {
        let reply = try? service.post("/v1/clips", movie, fields: ["Idempotency-Key: same"])
        guard let reply else { return "no answer" }
        if reply.status == 202 { return reply.document["id"].string }
        guard reply.status == 503 else { return "status \(reply.status)" }
        usleep(200_000)
      }
      return nil
    }
    #expect(ids.count == 50)
    #expect(Set(ids).count == 1)
    #expect(try service.get("/v1/clips").document["clips"].items.count == 1)
    _ = try Self.ready(service, try #require(ids.first ?? nil))
    #expect(try Self.files(service, "objects").count == 2)
  }

  @Test func `the list is paged, the newest first`() throws {
    let service = try RunningService()
    let ids = try (0..<5).map {
      try #require(try service.post("/v1/clips", try Bodies.movie($0)).document["id"].string)
    }
    var seen: [String] = []
    var after = ""
    repeat {
      let page = try service.get("/v1/clips?limit=2\(after)").document
      seen += page["clips"].items.compactMap { $0["id"].string }
      after = page["next"].string.map { "&after=\($0)" } ?? ""
    } while !after.isEmpty
    #expect(seen == ids.reversed())
    let behind = try service.get("/v1/clips?after=\(ids[1])").document["clips"].items
    #expect(behind.map { $0["id"].string } == [ids[0]])
    for wrong in ["limit=0", "limit=x", "limit=1000", "after=x", "after=\(UUID())"] {
      let reply = try service.get("/v1/clips?\(wrong)")
      #expect(reply.status == 400, "\(wrong)")
      #expect(reply.document["code"].string == "request.bad_parameter")
    }
  }

  @Test("events tell how a clip comes along, and end with it, whole")
  func progress() throws {
    let service = try RunningService()
    let id = try #require(
      try service.post("/v1/clips", try Bodies.large()).document["id"].string)
    let reply = try service.get("/v1/clips/\(id)/events")
    #expect(reply.fields["content-type"] == "text/event-stream")
    let events = reply.text.split(separator: "\n").filter { $0.hasPrefix("data: ") }
      .compactMap { try? JSON(parsing: Data($0.dropFirst(6).utf8)) }
    let states = events.compactMap { $0["status"].string }
    #expect(states.last == "ready")
    #expect(states == states.sorted { Self.order($0) < Self.order($1) })
    let shares = events.compactMap { $0["progress"].double }
    #expect(shares == shares.sorted())
    // It is all of it once, and only when it is ready.
    #expect(shares.count { $0 == 1 } == 1 && shares.last == 1)
    let movie = try service.get("/v1/clips/\(id)/movie.mp4").body
    let folder = try ScratchFolder()
    #expect(abs(try FFprobe(folder.write(Data(movie), as: "movie.mp4")).duration - 5) < 0.1)
    let last = try service.get("/v1/clips/\(id)").document
    #expect(events.last == last)
  }

  @Test func `a clip that is not ready says when to come again`() throws {
    let service = try RunningService(flags: ["--workers", "1"])
    let large = try MadeMovie.path([
      "-f", "lavfi", "-i", "testsrc2=s=1920x1080:r=30:d=5", "-c:v", "libx264", "-preset",
      "ultrafast", "-pix_fmt", "yuv420p",
    ])
    let body = [UInt8](try Data(contentsOf: URL(filePath: large)))
    let id = try #require(try service.post("/v1/clips", body).document["id"].string)
    let movie = try service.get("/v1/clips/\(id)/movie.mp4")
    #expect(movie.status == 503)
    #expect(movie.fields["retry-after"] == "1")
    // At work, it can be deleted all the same.
    #expect(try service.get("/v1/clips/\(id)", method: "DELETE").status == 204)
    #expect(try service.get("/v1/clips/\(id)").status == 404)
    #expect(try service.get("/v1/clips/\(id)", method: "DELETE").status == 404)
    for _ in 0..<200 where try !Self.files(service, "incoming").isEmpty { usleep(100_000) }
    #expect(try Self.files(service, "objects").isEmpty && Self.files(service, "incoming").isEmpty)
  }

  @Test func `originals are kept where that is asked, and never served`() throws {
    let service = try RunningService(environment: ["CLIPGATE_SERVER_KEEP_ORIGINALS": "true"])
    let movie = try Bodies.movie()
    let reply = try service.post("/v1/clips", movie, fields: ["Prefer: wait=60"])
    #expect(reply.status == 201)
    let objects = try Self.files(service, "objects")
    let received = objects.filter { $0.hasSuffix(".received") }
    #expect(objects.count == 3 && received.count == 1)
    let kept = try Data(
      contentsOf: URL(filePath: "\(service.data)/store/objects/\(received.first ?? "")"))
    #expect([UInt8](kept) == movie)
  }

  /// Waits for a clip to be ready, and gives its document.
  static func ready(_ service: RunningService, _ id: String) throws -> JSON {
    for _ in 0..<1200 {
      let clip = try service.get("/v1/clips/\(id)").document
      if clip["status"].string == "ready" { return clip }
      try #require(["queued", "processing"].contains(clip["status"].string ?? ""))
      usleep(50_000)
    }
    throw ProgramError.outlivedDeadline(.seconds(60))
  }

  /// The names of the files in one of the store's folders.
  static func files(_ service: RunningService, _ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(service.data)/store/\(folder)")
  }

  private static func order(_ status: String) -> Int {
    ["queued", "processing", "ready"].firstIndex(of: status) ?? 9
  }
}
