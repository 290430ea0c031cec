import Foundation
import TestSupport
import Testing

/// Uploads byte for byte as clients of the field send them.
@Suite struct WireFormTests {
  /// A connection of its own, on which a request is sent in pieces.
  private func answer(
    _ service: RunningService, _ head: [String], _ body: [UInt8], piece: Int = .max
  ) throws -> Reply {
    let wire = try Wire(service.port)
    let lines = head + ["Content-Length: \(body.count)", "", ""]
    wire.send(Array(lines.joined(separator: "\r\n").utf8) + body, piece: piece)
    return try #require(wire.answer(within: 60))
  }

  /// As Alamofire's `MultipartFormData` encodes it; from a file it is the same, read in pieces.
  @Test(arguments: [Int.max, 16_384])
  func `the Chatter app posts by Alamofire, from memory and from a file`(piece: Int) throws {
    let service = try RunningService(environment: ["CLIPGATE_CHATTER_OPEN": "true"])
    let folder = try ScratchFolder()
    let picture = folder.file("picture.jpg")
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=400x300", "-frames:v", "1",
      picture,
    ])
    let quickTime = [UInt8](
      try Data(contentsOf: URL(filePath: Checkout.path("samples/phone-portrait.mov"))))
    let boundary = "alamofire.boundary.0f1e2d3c4b5a6978"
    let body = Bodies.form(
      [
        .field("username", "françoise"), .field("message", "Hello, 世界 👋\nsecond line"),
        .file(
          "image", "chattImage", [UInt8](try Data(contentsOf: URL(filePath: picture))),
          type: "image/jpeg"),
        .file("video", "chattVideo", quickTime, type: "video/mp4"),
      ], boundary: boundary)
    let reply = try answer(
      service,
      [
        "POST /postimages/ HTTP/1.1", "Host: 127.0.0.1:\(service.port)",
        "Content-Type: multipart/form-data; boundary=\(boundary)", "Connection: keep-alive",
        "Accept: */*",
        "User-Agent: swiftChatter/1.0 (edu.umich.swiftChatter; build:1; iOS 17.0.0) Alamofire/5.8.1",
        "Accept-Language: en-US;q=1.0", "Accept-Encoding: br;q=1.0, gzip;q=0.9, deflate;q=0.8",
      ], body, piece: piece)
    #expect(reply.status == 200)
    #expect(reply.document == .object([:]))
    let list = try service.get("/getimages/").document.items
    #expect(list.count == 1)
    let row = try #require(list.first?.items)
    #expect(row.count == 6)
    #expect(row[0].string == "françoise")
    #expect(row[1].string == "Hello, 世界 👋\nsecond line")
    #expect(UUID(uuidString: row[2].string ?? "") != nil)
    #expect(row[3].string?.hasSuffix("Z") == true)
    let base = "http://127.0.0.1:\(service.port)"
    let image = try #require(row[4].string)
    let video = try #require(row[5].string)
    try #require(image.hasPrefix(base + "/") && video.hasPrefix(base + "/"))
    let shown = try service.get(String(image.dropFirst(base.count)))
    let small = try folder.write(Data(shown.body), as: "small.jpg")
    let stream = try #require(try FFprobe(small).streams.first)
    #expect(stream["width"].int == 150)
    #expect(stream["height"].int == 113)
    let movie = try service.get(String(video.dropFirst(base.count)))
    let clip = try folder.write(Data(movie.body), as: "clip.mp4")
    #expect(try FFprobe(clip).videos.first?["codec_name"].string == "h264")
  }

  /// Text parts say ISO-8859-1 and hold UTF-8, the file has no name, and nothing ends the last line; on a
  /// retry the closing delimiter comes twice.
  @Test(arguments: ["--", "--\r\n--Boundary-7F1A--", "----Boundary-7F1A--\r\n"])
  func `a form by hand, as an article on URLSession writes it`(ending: String) throws {
    let service = try RunningService(environment: ["CLIPGATE_SERVER_KEEP_ORIGINALS": "true"])
    let movie = try Bodies.movie()
    let body = Bodies.form(
      [
        .init(
          [
            "Content-Disposition: form-data; name=\"caption\"",
            "Content-Type: text/plain; charset=ISO-8859-1", "Content-Transfer-Encoding: 8bit",
          ], Array("Größe 世界".utf8)),
        .init(
          [
            "Content-Disposition: form-data; name=\"tail\"",
            "Content-Type: text/plain; charset=ISO-8859-1", "Content-Transfer-Encoding: 8bit",
          ], Array("1".utf8)),
        .init(
          ["Content-Disposition: form-data; name=\"video\"", "Content-Type: video/mp4"], movie),
      ], boundary: "Boundary-7F1A", ending: ending)
    let reply = try answer(
      service,
      [
        "POST /v1/clips HTTP/1.1", "Host: 127.0.0.1:\(service.port)",
        "Content-Type: multipart/form-data; boundary=Boundary-7F1A", "Prefer: wait=60",
      ], body)
    #expect(reply.status == 201)
    #expect(reply.document["labels"]["filename"] == .null)
    #expect(reply.document["report"]["facts"]["bytes"].int == movie.count)
    let length = reply.document["report"]["output"]["facts"]["duration"]["presented"].double
    #expect(abs((length ?? 0) - 1) < 0.05)
  }

  /// Fields come in any order, as a dictionary gives them, and the boundary is quoted behind a semicolon
  /// without a blank.
  @Test(arguments: 0..<4)
  func `a form with its fields in any order and a quoted boundary`(turn: Int) throws {
    let service = try RunningService()
    var parts: [Bodies.Part] = [
      .field("head", "0.5"), .file("file", "clip.mp4", try Bodies.movie()),
      .field("profile", "medium"), .field("title", "x"),
    ]
    parts = Array(parts[turn...] + parts[..<turn])
    let reply = try answer(
      service,
      [
        "POST /v1/clips HTTP/1.1", "Host: 127.0.0.1:\(service.port)",
        "Content-Type: multipart/form-data;boundary=\"a b'()+_,-./:=?\"", "Prefer: wait=60",
      ], Bodies.form(parts, boundary: "a b'()+_,-./:=?"))
    #expect(reply.status == 201)
    let length = reply.document["report"]["output"]["facts"]["duration"]["presented"].double
    #expect(abs((length ?? 0) - 1.5) < 0.05)
  }

  @Test(.enabled(if: Program.installed("curl") != nil, "curl is not installed"))
  func `curl sends a form, a body, and a body of unknown length`() throws {
    let service = try RunningService()
    let curl = try #require(Program.installed("curl"))
    let folder = try ScratchFolder()
    let path = try folder.write(Data(try Bodies.movie()), as: "a clip.mp4")
    let url = "http://127.0.0.1:\(service.port)/v1/clips"
    let ways = [
      ["-F", "tail=0.5", "-F", "video=@\(path)"], ["--data-binary", "@\(path)"],
      ["-H", "Transfer-Encoding: chunked", "-F", "video=@\(path)"],
      ["-H", "Expect: 100-continue", "-F", "video=@\(path)"],
      ["-T", path, "-X", "POST"], ["--http1.0", "-F", "video=@\(path)"],
    ]
    for way in ways {
      let outcome = try curl.run(
        ["-sS", "-w", "\n%{http_code}", "-H", "Prefer: wait=60"] + way + [url])
      #expect(outcome.lines.last == "201", "\(way): \(outcome.output)\(outcome.errors)")
    }
  }
}
