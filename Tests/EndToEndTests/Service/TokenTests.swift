import Foundation
import TestSupport
import Testing

/// Who may call: `--token-file`, `--open`, `chatter.open`, and what a listener's address asks for.
@Suite struct TokenTests {
  private static let token = "s3cret-Token_of.this~test+0/="
  private static let id = UUID().uuidString.lowercased()

  private static let closed: [(method: String, path: String)] = [
    ("GET", "/v1/clips"), ("HEAD", "/v1/clips"), ("POST", "/v1/clips"), ("POST", "/v1/clips/"),
    ("GET", "/v1/clips/\(id)"), ("DELETE", "/v1/clips/\(id)"), ("GET", "/v1/clips/\(id)/events"),
    ("POST", "/v1/verdicts"), ("POST", "/postimages"), ("GET", "/getimages"),
    ("POST", "/v1/hooks/tusd"), ("GET", "/metrics"), ("GET", "/"), ("GET", "/none"),
    ("PUT", "/v1/clips"), ("GET", "//healthz"), ("GET", "/healthz/../v1/clips"),
    ("GET", "/v1/clips/\(id)/movie.mp4/x"), ("GET", "/V1/clips"), ("GET", "/%76%31/clips"),
  ]

  private static func service(
    _ folder: ScratchFolder, _ content: String? = nil, environment: [String: String?] = [:]
  ) throws -> RunningService {
    let path = try folder.write(Data((content ?? "\(token)\n").utf8), as: "token")
    return try RunningService(flags: ["--token-file", path], environment: environment)
  }

  @Test("without the token no route does anything, but for those that need none")
  func everyRoute() throws {
    let folder = try ScratchFolder()
    let service = try Self.service(folder)
    let wrong: [[String]] = [
      [], ["Authorization: Bearer wrong"], ["Authorization: Bearer \(Self.token)x"],
      ["Authorization: Bearer \(Self.token.dropLast())"], ["Authorization: Bearer"],
      ["Authorization: Bearer "], ["Authorization: Basic \(Self.token)"],
      ["Authorization: \(Self.token)"],
      ["Authorization: Bearer \(Self.token)", "Authorization: Bearer wrong"],
      ["Cookie: token=\(Self.token)"],
    ]
    for (method, path) in Self.closed {
      for fields in wrong {
        let reply = try service.get(path, method: method, fields: fields)
        #expect(reply.status == 401, "\(method) \(path) \(fields)")
        #expect(reply.fields["www-authenticate"] == "Bearer")
        if method != "HEAD" {
          #expect(reply.faults(status: 401, code: "request.unauthorized") == [])
        }
      }
    }
    #expect(
      try service.get("/v1/clips?token=\(Self.token)&access_token=\(Self.token)").status == 401)
  }

  @Test("with the token every route answers, however the scheme is written")
  func rightToken() throws {
    let folder = try ScratchFolder()
    let service = try Self.service(folder)
    for scheme in ["Bearer", "bearer", "BEARER"] {
      let field = "Authorization: \(scheme) \(Self.token)"
      for (method, path) in Self.closed {
        let reply = try service.get(path, method: method, fields: [field])
        #expect(reply.status != 401 && reply.status < 500, "\(method) \(path)")
      }
      let taken = try service.post("/v1/clips", try Bodies.movie(), fields: [field])
      #expect(taken.status == 202)
    }
  }

  @Test("movies, posters and the health of the machine need no token")
  func openRoutes() throws {
    let folder = try ScratchFolder()
    let service = try Self.service(folder)
    let field = "Authorization: Bearer \(Self.token)"
    let made = try service.post(
      "/v1/clips", try Bodies.movie(), fields: [field, "Prefer: wait=60"])
    let id = try #require(made.document["id"].string)
    for path in ["/healthz", "/readyz", "/v1/clips/\(id)/movie.mp4", "/v1/clips/\(id)/poster.jpg"] {
      for method in ["GET", "HEAD"] {
        #expect(try service.get(path, method: method).status == 200, "\(method) \(path)")
      }
      #expect(try service.get(path + "/").status == 200)
    }
    #expect(try service.get("/v1/clips/\(Self.id)/movie.mp4").status == 404)
    #expect(try service.get("/v1/clips/\(id)").status == 401)
    #expect(try service.get("/v1/clips/\(id)", method: "DELETE").status == 401)
    #expect(try service.get("/v1/clips/\(id)/movie.mp4").status == 200)
  }

  @Test("an upload without the token is refused before a byte of it is taken, and reads so")
  func upload() throws {
    let folder = try ScratchFolder()
    let service = try Self.service(folder)
    let reply = try service.post("/v1/clips", [UInt8](repeating: 0, count: 5_000_000))
    #expect(reply.faults(status: 401, code: "request.unauthorized") == [])
    #expect(try service.stored("objects").isEmpty && service.forgetsIncoming())
    let wire = try Wire(service.port)
    wire.send(
      "POST /v1/clips HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\nExpect: 100-continue\r\n\r\n")
    #expect(wire.answer(within: 10)?.status == 401)
  }

  @Test("chatter.open opens the app's two routes, and no other")
  func chatter() throws {
    let folder = try ScratchFolder()
    let service = try Self.service(folder, environment: ["CLIPGATE_CHATTER_OPEN": "true"])
    let form = Bodies.form([.field("username", "u"), .field("message", "m")], boundary: "b")
    let post = try service.post("/postimages", form, type: "multipart/form-data; boundary=b")
    #expect(post.status == 200)
    #expect(try service.get("/getimages").document[0][1].string == "m")
    for (method, path) in Self.closed where !path.contains("images") {
      #expect(try service.get(path, method: method).status == 401, "\(method) \(path)")
    }
  }

  @Test(
    "an address that others reach needs a token or --open",
    arguments: [
      "0.0.0.0:0", "[::]:0", "192.0.2.1:0", ":0", "example.invalid:0", "127.0.0.1.example:0",
    ])
  func exposed(address: String) throws {
    let folder = try ScratchFolder()
    let outcome = try Program.clipgate().run(
      ["serve", "--data", folder.file("data"), "--listen", address], deadline: .seconds(20))
    #expect(outcome.ending == .exit(2))
    #expect(outcome.errors.contains(address == ":0" ? "listen" : "--token-file"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("data")))
  }

  @Test("such an address is listened on with a token, and with --open", arguments: [true, false])
  func exposedOnPurpose(isOpen: Bool) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Data("\(Self.token)\n".utf8), as: "token")
    #expect(throws: ProgramError.self) {
      // It goes on until it is killed.
      _ = try Program.clipgate().run(
        ["serve", "--data", folder.file("data"), "--listen", "0.0.0.0:0"]
          + (isOpen ? ["--open"] : ["--token-file", path]), deadline: .seconds(4))
    }
  }

  @Test(
    "a token's file that holds none ends the start",
    arguments: [
      nil, "", "\n", "   \n", "\n\(token)\n", "two words\n", "t\u{E4}st\n", "a\tb\n", "a\u{1}\n",
    ] as [String?])
  func noToken(content: String?) throws {
    let folder = try ScratchFolder()
    let path = folder.file("token")
    if let content { _ = try folder.write(Data(content.utf8), as: "token") }
    let outcome = try Program.clipgate().run(
      ["serve", "--data", folder.file("data"), "--listen", "127.0.0.1:0", "--token-file", path],
      deadline: .seconds(20))
    // What can't be read is told from what can't be used.
    #expect(outcome.ending == .exit(content == nil ? 3 : 2))
    #expect(outcome.errors.contains("--token-file"))
    #expect(!outcome.errors.contains(Self.token))
  }

  @Test(
    "the token is the first line, whatever ends it and follows",
    arguments: [
      "\(token)", "\(token)\r\n", "\(token)\nsecond\n", "  \(token)  \n",
    ])
  func firstLine(content: String) throws {
    let folder = try ScratchFolder()
    let service = try Self.service(folder, content)
    let field = "Authorization: Bearer \(Self.token)"
    #expect(try service.get("/v1/clips", fields: [field]).status == 200)
    #expect(try service.get("/v1/clips", fields: ["Authorization: Bearer second"]).status == 401)
  }

  @Test("the token is in no log, no answer, no command line and not in the configuration shown")
  func secret() throws {
    let folder = try ScratchFolder()
    let service = try Self.service(folder)
    let field = "Authorization: Bearer \(Self.token)"
    var shown = ""
    for (method, path) in Self.closed {
      for fields in [[field], ["Authorization: Bearer \(Self.token)x"]] {
        let reply = try service.get("\(path)?token=\(Self.token)", method: method, fields: fields)
        shown += reply.text + "\(reply.fields)"
      }
    }
    shown += try service.get("/metrics", fields: [field]).text
    for process in [service.process] + service.others() {
      for name in ["cmdline", "environ"] {
        let data = FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data()
        shown += String(decoding: data, as: UTF8.self)
      }
    }
    for format in [[], ["--json"]] {
      let outcome = try Program.clipgate().run(
        ["config"] + format, environment: ["CLIPGATE_SERVER_TOKEN_FILE": folder.file("token")])
      #expect(outcome.ending == .exit(0), "\(outcome.errors)")
      shown += outcome.output + outcome.errors
    }
    service.send(signal: 15)
    let outcome = try service.wait()
    #expect(outcome.errors.contains("request"))
    shown += outcome.output + outcome.errors
    #expect(!shown.contains(Self.token))
  }
}
