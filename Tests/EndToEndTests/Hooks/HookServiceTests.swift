import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// tusd's HTTP hooks, its documented requests byte for byte, against the real service.
@Suite struct HookServiceTests {
  @Test func `an upload that may come is let come`() throws {
    let site = try HookSite()
    for request in [
      TusdRequest.preCreate(size: 10_485_760), TusdRequest.preCreate(size: 1),
      TusdRequest.preCreate(size: "0", deferred: true),
      TusdRequest.preCreate(size: "null", deferred: true),
      TusdRequest.preCreate(size: "432724", final: true),
    ] {
      let reply = try site.hook(request)
      #expect(reply.isForTusd)
      #expect(reply.text == "{}\n")
    }
  }

  @Test(arguments: [("10485761", 413, "file.too_large"), ("0", 422, "file.empty")])
  func `an upload that may not come is refused with the reason`(
    size: String, status: Int, code: String
  ) throws {
    let site = try HookSite()
    let reply = try site.hook(TusdRequest.preCreate(size: size))
    #expect(reply.isForTusd)
    let refusal = try #require(HookRefusal(reply.document))
    #expect(refusal.status == status && refusal.code == code)
    #expect(refusal.problem["verdict"]["name"].string == "holiday.mov")
    #expect(refusal.problem["verdict"].has("facts") && refusal.problem["verdict"]["facts"] == .null)
  }

  @Test func `an upload that has come is judged where it lies, as the service judges others`()
    throws
  {
    let site = try HookSite()
    let good = try site.lay(try Bodies.movie(), as: "good")
    let reply = try site.hook(TusdRequest.finished("pre-finish", id: "good", path: good))
    #expect(reply.isForTusd && reply.text == "{}\n")
    let long = try HookSite.longMovie()
    let path = try site.lay(long, as: "long")
    let answer = try site.hook(
      TusdRequest.finished("pre-finish", id: "long", size: Int64(long.count), path: path))
    #expect(answer.isForTusd)
    let refusal = try #require(HookRefusal(answer.document))
    #expect(refusal.status == 422 && refusal.code == "duration.too_long")
    let form = Bodies.form([.file("video", "holiday.mov", long)], boundary: "b")
    let told = try site.service.post(
      "/v1/clips", form, type: "multipart/form-data; boundary=b")
    #expect(refusal.problem == told.document)
    #expect(try site.service.hasNothing())
  }

  @Test func `what is no movie, or only a part of one, is refused by its content`() throws {
    let site = try HookSite()
    let text = try site.lay(Array("no movie\n".utf8), as: "text")
    let refusal = HookRefusal(
      try site.hook(TusdRequest.finished("pre-finish", id: "text", path: text)).document)
    #expect(refusal?.status == 415 && refusal?.code == "movie.not_recognized")
    let empty = try site.lay([], as: "empty")
    let none = HookRefusal(
      try site.hook(TusdRequest.finished("pre-finish", id: "empty", path: empty)).document)
    #expect(none?.status == 422 && none?.code == "file.empty")
  }

  @Test("post-finish that comes three times at once is one clip and three equal answers")
  func threeTimes() throws {
    let site = try HookSite()
    let movie = try Bodies.movie()
    let path = try site.lay(movie)
    let before = try FileManager.default.attributesOfItem(atPath: path)
    let request = TusdRequest.finished("post-finish", size: Int64(movie.count), path: path)
    let replies = Clients.run(3) { _ in try? site.hook(request) }
    #expect(replies.count == 3 && replies.allSatisfy { $0?.isForTusd == true })
    #expect(Set(replies.map { $0?.body }).count == 1)
    let clips = try site.clips()
    #expect(clips.count == 1)
    let told = replies.first??.document["HTTPResponse"]["Header"]["Location"].string
    #expect(told == clips.first)
    let id = try #require(clips.first?.split(separator: "/").last.map(String.init))
    let clip = try ServiceTests.ready(site.service, id)
    #expect(clip["labels"]["filename"].string == "holiday.mov")
    #expect(clip["labels"]["content_type"].string == "video/quicktime")
    #expect(try site.service.get("/v1/clips/\(id)/movie.mp4").status == 200)
    // A movie and a poster; what was copied is gone.
    #expect(try site.service.stored("objects").count == 2 && site.service.forgetsIncoming())
    // And later, when tusd's file is gone, it is the same.
    #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == movie)
    let after = try FileManager.default.attributesOfItem(atPath: path)
    #expect(after[.modificationDate] as? Date == before[.modificationDate] as? Date)
    #expect(site.uploads.names == [HookSite.id, HookSite.id + ".info"])
    try FileManager.default.removeItem(atPath: path)
    #expect(try site.hook(request).body == replies.first??.body)
    #expect(try site.clips().count == 1)
  }

  @Test func `hooks may come in any order`() throws {
    let site = try HookSite()
    let path = try site.lay(try Bodies.movie())
    var answers: [String: Set<String>] = [:]
    let types = ["post-finish", "pre-finish", "post-create", "pre-create", "post-receive"]
    for start in types.indices {
      for type in types[start...] + types[..<start] {
        let request =
          type == "pre-create"
          ? TusdRequest.preCreate(size: 9999) : TusdRequest.finished(type, path: path)
        let reply = try site.hook(request)
        #expect(reply.isForTusd, "\(type)")
        answers[type, default: []].insert(reply.text)
      }
    }
    #expect(answers.values.allSatisfy { $0.count == 1 })
    #expect(answers["pre-finish"] == ["{}\n"] && answers["post-receive"] == ["{}\n"])
    #expect(try site.clips().count == 1)
  }

  @Test("post-finish of what is refused is answered with the reasons, and takes nothing in")
  func refused() throws {
    let site = try HookSite()
    let path = try site.lay(try HookSite.longMovie())
    let request = TusdRequest.finished("post-finish", path: path)
    let replies = Clients.run(3) { _ in try? site.hook(request) }
    #expect(replies.allSatisfy { $0?.isForTusd == true })
    #expect(Set(replies.map { $0?.body }).count == 1)
    let document = try #require(replies.first??.document)
    #expect(HookRefusal(document)?.code == "duration.too_long")
    #expect(try site.service.hasNothing())
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test func `a file over the limit is judged where it lies, and not copied`() throws {
    let site = try HookSite(flags: ["--max-bytes", "1000"])
    let path = try site.lay(try HookSite.longMovie())
    for type in ["pre-finish", "post-finish", "post-finish"] {
      let refusal = HookRefusal(
        try site.hook(TusdRequest.finished(type, path: path)).document)
      #expect(refusal?.status == 413 && refusal?.code == "file.too_large")
      let codes = refusal?.problem["verdict"]["reasons"].items.map { $0["code"].string }
      #expect(codes?.contains("duration.too_long") == true)
    }
    #expect(try site.service.hasNothing())
  }

  @Test func `of a concatenation the parts are let be, and the whole is a movie`() throws {
    let site = try HookSite()
    let path = try site.lay(try HookSite.longMovie(), as: "part")
    for type in ["pre-finish", "post-finish"] {
      let request = TusdRequest.finished(type, id: "part", path: path, partial: true)
      #expect(try site.hook(request).text == "{}\n")
    }
    #expect(try site.service.hasNothing())
    let whole = try site.lay(try Bodies.movie(), as: "whole")
    let request = TusdRequest.finished("post-finish", id: "whole", path: whole, final: true)
    #expect(try site.hook(request).isForTusd)
    #expect(try site.clips().count == 1)
  }

  @Test func `a file that still grows is neither judged nor taken in before it is whole`() throws {
    let site = try HookSite()
    let movie = try Bodies.movie()
    let path = try site.lay(movie)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    let writer = Writer(handle.fileDescriptor)
    for type in ["pre-finish", "post-finish"] {
      let reply = try site.hook(TusdRequest.finished(type, size: 10_000_000, path: path))
      #expect(reply.faults(status: 503, code: "service.busy") == [], "\(type)")
    }
    writer.end()
    try handle.truncate(atOffset: UInt64(movie.count))
    #expect(try site.service.hasNothing())
    #expect(try site.hook(TusdRequest.finished("pre-finish", path: path)).text == "{}\n")
    #expect(try site.hook(TusdRequest.finished("post-finish", path: path)).isForTusd)
    #expect(try site.clips().count == 1)
  }

  @Test func `a refusal of a file that is shorter than tusd says is not the last word`() throws {
    let site = try HookSite()
    let movie = try Bodies.movie()
    let path = try site.lay(Array(movie[..<(movie.count / 2)]))
    let request = TusdRequest.finished("post-finish", size: Int64(movie.count), path: path)
    let refusal = HookRefusal(try site.hook(request).document)
    #expect(refusal?.status == 422 && refusal?.code == "movie.truncated")
    _ = try site.lay(movie)
    #expect(HookRefusal(try site.hook(request).document) == nil)
    #expect(try site.clips().count == 1)
  }

  @Test func `a file that is not there is refused, and taken in once it is`() throws {
    let site = try HookSite()
    let path = site.uploads.file(HookSite.id)
    let request = TusdRequest.finished("post-finish", path: path)
    let refusal = HookRefusal(try site.hook(request).document)
    #expect(refusal?.status == 422 && refusal?.code == "file.unreadable")
    _ = try site.lay(try Bodies.movie())
    #expect(HookRefusal(try site.hook(request).document) == nil)
    #expect(try site.clips().count == 1)
  }

  @Test func `an answer has no more than 5 KiB whatever the client called the file`() throws {
    let site = try HookSite(flags: ["--max-bytes", "1000", "--require-audio"])
    let path = try site.lay(try HookSite.longMovie())
    for name in [
      String(repeating: "n", count: 60_000), String(repeating: "\\\\", count: 20_000),
      String(repeating: "\\u0001", count: 10_000), String(repeating: "😀", count: 15_000),
    ] {
      for request in [
        TusdRequest.preCreate(size: "1001", filename: name),
        TusdRequest.finished("pre-finish", path: path, filename: name),
      ] {
        let reply = try site.hook(request)
        #expect(reply.isForTusd)
        #expect(HookRefusal(reply.document)?.code == "file.too_large")
      }
    }
  }

  @Test(arguments: ["", "{}", "[]", "null", #"{"Type":"pre-create"}"#, "\u{0}"])
  func `what is no hook request is malformed`(text: String) throws {
    let site = try HookSite()
    let reply = try site.hook(Array(text.utf8))
    #expect(reply.faults(status: 400, code: "request.malformed") == [])
  }

  @Test func `a request is bounded, with its length told or in chunks`() throws {
    let site = try HookSite()
    let long = [UInt8](repeating: UInt8(ascii: " "), count: 65_537)
    #expect(try site.hook(long).faults(status: 400, code: "request.malformed") == [])
    let wire = try Wire(site.service.port)
    wire.send(
      "POST /v1/hooks/tusd HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n10001\r\n")
    wire.send(long + Array("\r\n0\r\n\r\n".utf8))
    let reply = try #require(wire.answer(within: 20))
    #expect(reply.faults(status: 400, code: "request.malformed") == [])
    #expect(try site.hook(TusdRequest.preCreate(size: 1)).text == "{}\n")
  }

  @Test func `without a folder of uploads there is no such route`() throws {
    let service = try RunningService()
    let reply = try service.post("/v1/hooks/tusd", TusdRequest.preCreate(size: 1))
    #expect(reply.faults(status: 404, code: "request.not_found") == [])
    #expect(try service.get("/v1/hooks/tusd").status == 404)
  }

  @Test func `a hook is posted, with and without a slash at the path's end`() throws {
    let site = try HookSite()
    let reply = try site.service.get("/v1/hooks/tusd")
    #expect(reply.faults(status: 405, code: "request.method_not_allowed") == [])
    let slash = try site.service.post("/v1/hooks/tusd/", TusdRequest.preCreate(size: 1))
    #expect(slash.text == "{}\n")
  }

  @Test func `the token is asked for, as such or as the password of the URL that tusd has`()
    throws
  {
    let folder = try ScratchFolder()
    let file = try folder.write(Data("s3cret/T=\n".utf8), as: "token")
    let site = try HookSite(flags: ["--token-file", file])
    let request = TusdRequest.preCreate(size: 1)
    let password = Data("tusd:s3cret/T=".utf8).base64EncodedString()
    for field in ["Authorization: Bearer s3cret/T=", "Authorization: Basic \(password)"] {
      #expect(try site.hook(request, fields: [field]).text == "{}\n")
    }
    let wrong = Data("tusd:s3cret".utf8).base64EncodedString()
    for fields in [[], ["Authorization: Bearer x"], ["Authorization: Basic \(wrong)"]] {
      let reply = try site.hook(request, fields: fields)
      #expect(reply.faults(status: 401, code: "request.unauthorized") == [])
    }
    let elsewhere = try site.service.get(
      "/v1/clips", fields: ["Authorization: Basic \(password)"])
    #expect(elsewhere.status == 401)
  }
}

/// Somebody who writes on and on at a file's end.
private final class Writer: Sendable {
  private let isOver = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ descriptor: Int32) {
    Thread.detachNewThread { [self] in
      while !isOver.load(ordering: .relaxed) {
        // One byte behind the others, lent for the call.
        lseek(descriptor, 0, SEEK_END)
        _ = unsafe write(descriptor, [0], 1)
        usleep(200)
      }
      ended.signal()
    }
  }

  func end() {
    isOver.store(true, ordering: .relaxed)
    ended.wait()
  }
}
