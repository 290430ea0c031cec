import Foundation
import TestSupport
import Testing

/// Requests out of public bug reports (`../shared/cases/http`), each whole and byte by byte.
@Suite(.enabled(if: Checkout.shared("cases/http") != nil, "../shared/cases is not here"))
struct HTTPCaseTests {
  /// A request that is taken.
  struct Taken: Sendable, CustomTestStringConvertible {
    let name: String
    var filename = "clip.mp4"
    var type = "video/mp4"
    var testDescription: String { name }
  }

  static let forms = [
    Taken(name: "chunked_64k"), Taken(name: "chunked_7"), Taken(name: "file_first_fields_last"),
    Taken(name: "filename_colon", filename: "Bildschirmvideo 13:19:57.mp4"),
    Taken(name: "filename_dash", filename: "-i.mp4"),
    Taken(name: "filename_shell", filename: "test;touch HACKED;#.mp4"),
    Taken(name: "filename_star", filename: "视频 🎬.mp4"),
    Taken(name: "filename_star_only", filename: "视频.mp4"),
    Taken(name: "filename_subst", filename: "$(touch HACKED).mp4"),
    Taken(name: "filename_traversal", filename: "../../etc/cron.d/x.mp4"),
    Taken(name: "filename_utf8", filename: "Généré 名前 🎬.mp4"),
    Taken(name: "mov_as_jpeg_ct", filename: "IMG_8371.MOV", type: "image/jpeg"),
    Taken(name: "no_final_crlf"), Taken(name: "octet_stream_ct", type: "application/octet-stream"),
    Taken(name: "ok"), Taken(name: "preamble_epilogue"),
    Taken(name: "quicktime_ct", filename: "IMG_0001.MOV", type: "video/quicktime"),
    Taken(name: "quoted_boundary"), Taken(name: "transport_padding"),
  ]

  @Test("a known form's movie arrives byte for byte, under the name it was given", arguments: forms)
  func arrivesWhole(_ row: Taken) throws {
    let movie = try RequestFile("cases/http/ok.http").movie()
    let service = try RunningService(environment: ["CLIPGATE_SERVER_KEEP_ORIGINALS": "true"])
    let request = try RequestFile("cases/http/\(row.name).http")
    for piece in request.pieces {
      let (replies, end) = try request.send(to: service, piece: piece)
      #expect(end == .closed)
      let reply = try #require(replies.count == 1 ? replies.first : nil)
      #expect(reply.status == 202, "\(reply.text)")
      let document = reply.document
      let label = Array((document["labels"]["filename"].string ?? "").utf8)
      // Bytes: two texts of other bytes may be the same to Swift.
      #expect(label == Array(row.filename.utf8))
      #expect(document["labels"]["content_type"].string == row.type)
      #expect(document["verdict"]["facts"]["bytes"].int == movie.count)
      #expect(try service.received() == movie)
      try service.forget(try #require(document["id"].string))
      #expect(try service.hasNothing())
    }
  }

  @Test(
    "a known form that is none is refused by its code, and nothing stays",
    arguments: [
      ("bad_boundary_missing", 400, "request.malformed"),
      ("dup_field", 400, "request.bad_parameter"), ("empty_file", 400, "request.no_file"),
      ("html_as_mp4", 415, "movie.not_recognized"), ("huge_part_header", 400, "request.malformed"),
      ("jpeg_as_mp4", 415, "movie.still_image"), ("long_name", 400, "request.malformed"),
      ("many_part_headers", 400, "request.malformed"),
      ("no_close_delim", 400, "request.malformed"), ("no_file_chosen", 400, "request.no_file"),
      ("no_file_part", 400, "request.no_file"), ("short_body", 400, "request.malformed"),
      ("two_files", 400, "request.multiple_files"),
    ])
  func refusedForm(name: String, status: Int, code: String) throws {
    let service = try RunningService()
    let request = try RequestFile("cases/http/\(name).http")
    for piece in request.pieces {
      let (replies, end) = try request.send(to: service, piece: piece)
      #expect(end == .closed)
      let reply = try #require(replies.count == 1 ? replies.first : nil)
      #expect(reply.faults(status: status, code: code) == [])
      #expect(reply.document["verdict"].isNull == (status == 400))
      #expect(try service.hasNothing())
    }
  }

  @Test("nothing is refused with another verdict because its form came in chunks of one byte")
  func singleBytes() throws {
    let service = try RunningService()
    let whole = try RequestFile("cases/http/ok.http").movie()
    let request = try RequestFile("cases/http/chunked_1byte.http")
    // The beginning of the movie.
    let part = Array(whole.prefix(900))
    let known = try service.post("/v1/clips", part).document["verdict"]
    for piece in request.pieces {
      let (replies, _) = try request.send(to: service, piece: piece)
      let verdict = replies.first?.document["verdict"] ?? .null
      #expect(replies.map(\.status) == [422])
      #expect(verdict["reasons"] == known["reasons"])
      #expect(verdict["facts"] == known["facts"])
    }
    #expect(try service.hasNothing())
  }

  @Test("a form's movie is the same in writings and chunks of 1 to 60 bytes")
  func everySize() throws {
    let service = try RunningService(environment: ["CLIPGATE_SERVER_KEEP_ORIGINALS": "true"])
    let request = try RequestFile("cases/http/ok.http")
    let movie = try request.movie()
    let body = Array(
      request.bytes[
        try #require(Data(request.bytes).range(of: Data("\r\n\r\n".utf8))).upperBound...])
    for size in 1...60 {
      var chunked = Array(
        ("POST /v1/clips HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
          + "Content-Type: multipart/form-data; boundary=----VidB0undary7MA4YWxk\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n").utf8)
      for start in stride(from: 0, to: body.count, by: size) {
        let piece = body[start..<min(start + size, body.count)]
        chunked += Array((String(piece.count, radix: 16) + "\r\n").utf8) + piece + [13, 10]
      }
      chunked += Array("0\r\n\r\n".utf8)
      for bytes in [chunked, request.bytes] {
        let (replies, _) = try RequestFile(bytes).send(to: service, piece: size)
        #expect(replies.map(\.status) == [202], "\(size)")
        #expect(replies.first?.document["verdict"]["facts"]["bytes"].int == movie.count)
      }
      // Equal bytes are one job, so that other bytes would show as a second.
      #expect(try service.received() == movie, "\(size)")
    }
  }

  @Test(
    "a header block without end is refused in a second and in few bytes of memory",
    arguments: [
      "huge_part_header", "many_part_headers", "long_name",
    ])
  func boundedHeaders(name: String) throws {
    let service = try RunningService()
    _ = try RequestFile("cases/http/no_file_part.http").send(to: service)
    let request = try RequestFile("cases/http/\(name).http")
    let before = ProcessTable.residentBytes(service.process)
    let start = ContinuousClock.now
    for _ in 0..<5 {
      let (replies, _) = try request.send(to: service)
      #expect(replies.map(\.status) == [400])
    }
    #expect(ContinuousClock.now - start < .seconds(5))
    // A sanitizer keeps what was freed.
    let grown = ProcessTable.residentBytes(service.process) - before
    #expect(Sanitizer.isOn || grown < 5_000_000)
  }

  @Test("a boundary of 71 characters is none")
  func longBoundary() throws {
    let service = try RunningService()
    for (count, status) in [(70, 202), (71, 400)] {
      let boundary = String(repeating: "b", count: count)
      let body = Bodies.form([.file("file", "a.mp4", try Bodies.movie())], boundary: boundary)
      let reply = try service.post(
        "/v1/clips", body, type: "multipart/form-data; boundary=\(boundary)")
      #expect(reply.status == status)
    }
  }

  @Test("fields mean the same before the file and behind it")
  func fieldOrder() throws {
    let service = try RunningService()
    let file = Bodies.Part.file("file", "a.mp4", try Bodies.movie())
    let fields = [Bodies.Part.field("from", "0.5"), .field("to", "1.0")]
    var durations: [Double?] = []
    for parts in [fields + [file], [file] + fields, [fields[0], file, fields[1]]] {
      let reply = try service.post(
        "/v1/clips", Bodies.form(parts, boundary: "b"), type: "multipart/form-data; boundary=b",
        fields: ["Prefer: wait=60"])
      #expect(reply.status == 201)
      durations.append(
        reply.document["report"]["output"]["facts"]["duration"]["presented"].double)
    }
    #expect(durations.allSatisfy { abs(($0 ?? 0) - 0.5) < 0.05 }, "\(durations)")
    #expect(Set(durations).count == 1)
  }

  @Test(
    "no field leads to a file, an address or an argument",
    arguments: [
      ("source", "concat:/etc/hostname", 400, "request.no_file"),
      ("url", "file:///etc/passwd", 400, "request.no_file"),
      ("video", "subfile,,start,0,end,9,,:x", 415, "movie.not_recognized"),
      ("from", "0 -i http://127.0.0.1:8099/x", 400, "request.bad_parameter"),
      ("poster_at", "concat:/etc/hostname", 400, "request.bad_parameter"),
      ("profile", "../../etc/passwd", 400, "request.bad_parameter"),
    ])
  func fieldIsNoPath(name: String, text: String, status: Int, code: String) throws {
    let service = try RunningService()
    var parts = [Bodies.Part.field(name, text)]
    if code == "request.bad_parameter" {
      parts.append(.file("file", "a.mp4", try Bodies.movie()))
    }
    let reply = try service.post(
      "/v1/clips", Bodies.form(parts, boundary: "b"), type: "multipart/form-data; boundary=b")
    #expect(reply.faults(status: status, code: code) == [])
    #expect(try service.hasNothing())
  }

  @Test(
    "a clip is saved under the name that it came with",
    arguments: [
      (
        "filename_utf8",
        "filename*=UTF-8''G%C3%A9n%C3%A9r%C3%A9%20%E5%90%8D%E5%89%8D%20%F0%9F%8E%AC.mp4"
      ),
      ("filename_star", "filename*=UTF-8''%E8%A7%86%E9%A2%91%20%F0%9F%8E%AC.mp4"),
      ("filename_traversal", "filename=\"x.mp4\"; filename*=UTF-8''x.mp4"),
    ])
  func downloadName(name: String, wanted: String) throws {
    let service = try RunningService()
    let (replies, _) = try RequestFile("cases/http/\(name).http").send(to: service)
    let id = try #require(replies.first?.document["id"].string)
    _ = try ServiceTests.ready(service, id)
    let movie = try service.get("/v1/clips/\(id)/movie.mp4")
    #expect(movie.fields["content-disposition"]?.hasSuffix(wanted) == true)
    #expect(movie.fields["content-type"] == "video/mp4")
    #expect(movie.fields["x-content-type-options"] == "nosniff")
  }

  @Test("a player's first question, bytes=0-1, is answered by two bytes on every route of media")
  func firstTwoBytes() throws {
    let service = try RunningService()
    let id = try #require(
      try service.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"])
        .document["id"].string)
    let poster = try service.get("/v1/clips/\(id)/poster.jpg").body
    let form = Bodies.form(
      [.field("username", "u"), .file("image", "a.jpg", poster, type: "image/jpeg")], boundary: "b")
    _ = try service.post("/postimages", form, type: "multipart/form-data; boundary=b")
    let post = try #require(try service.get("/getimages").document[0][2].string)
    for path in ["movie.mp4", "movie.mp4/", "poster.jpg", "poster.jpg/"].map({ "clips/\(id)/\($0)" }
    )
      + ["posts/\(post)/image.jpg"]
    {
      let whole = try service.get("/v1/\(path)")
      let reply = try service.get("/v1/\(path)", fields: ["Range: bytes=0-1"])
      #expect(reply.status == 206, "\(path)")
      #expect(reply.fields["content-range"] == "bytes 0-1/\(whole.body.count)")
      #expect(reply.body == Array(whole.body.prefix(2)))
    }
  }

  @Test(
    "a phone's .mov is taken, with another type and without one",
    arguments: [
      "video/quicktime", "image/jpeg", "application/octet-stream", "text/plain", "",
    ])
  func quickTime(type: String) throws {
    let service = try RunningService()
    let path = try MadeMovie.path(
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x120:r=15:d=2", "-f", "lavfi", "-i", "sine=d=2",
        "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le",
      ], type: "mov")
    let movie = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var part = Bodies.Part.file("file", "IMG_0001.MOV", movie, type: type)
    if type.isEmpty { part.header.removeLast() }
    let reply = try service.post(
      "/v1/clips", Bodies.form([part], boundary: "b"), type: "multipart/form-data; boundary=b")
    #expect(reply.status == 202)
    #expect(reply.document["verdict"]["facts"]["container"].string == "quicktime")
  }
}
