import Foundation
import TestSupport
import Testing

/// The Chatter app's back end, as the app knows it.
@Suite struct ChatterTests {
  private static func form(_ parts: [Bodies.Part]) -> [UInt8] {
    Bodies.form(parts, boundary: "alamofire.boundary.0123456789abcdef")
  }

  private func post(_ service: RunningService, _ parts: [Bodies.Part]) throws -> Reply {
    try service.post(
      "/postimages", Self.form(parts),
      type: "multipart/form-data; boundary=alamofire.boundary.0123456789abcdef")
  }

  @Test func `posts are listed in their order, and cells that hold nothing are null`() throws {
    let service = try RunningService()
    let words: [Bodies.Part] = [.field("username", "a"), .field("message", "words alone")]
    #expect(try post(service, words).document == .object([:]))
    let movie: [Bodies.Part] = [
      .field("username", "b"), .field("message", "a movie"),
      .file("video", "chattVideo", try Bodies.movie()),
    ]
    #expect(try post(service, movie).status == 200)
    // The app sends parts that hold nothing where nothing was chosen.
    let empty: [Bodies.Part] = [
      .field("username", "c"), .field("message", ""), .file("image", "", [], type: "image/jpeg"),
      .file("video", "", []),
    ]
    #expect(try post(service, empty).status == 200)
    let rows = try service.get("/getimages").document.items.map(\.items)
    #expect(rows.map(\.count) == [6, 6, 6])
    #expect(rows.map { $0[0].string } == ["a", "b", "c"])
    #expect(rows.map { $0[1].string } == ["words alone", "a movie", ""])
    #expect(rows.map { $0[4] == .null } == [true, true, true])
    #expect(rows.map { $0[5] == .null } == [true, false, true])
    let times = rows.compactMap { $0[3].string }
    #expect(times == times.sorted())
  }

  @Test func `an empty list is a list`() throws {
    let service = try RunningService()
    let reply = try service.get("/getimages")
    #expect(reply.status == 200)
    #expect(reply.text == "[]\n")
  }

  @Test func `a movie that is refused is 422 or 413, and leaves no post`() throws {
    let service = try RunningService()
    let words: [Bodies.Part] = [.field("username", "a"), .field("message", "b")]
    let long = [UInt8](
      try Data(contentsOf: URL(filePath: Checkout.path("samples/browser-recording.webm"))))
    let refusals: [(content: [UInt8], status: Int, code: String)] = [
      (long, 422, "duration.too_long"), (Array("no movie".utf8), 422, "movie.not_recognized"),
      ([UInt8](repeating: 0, count: 10_485_761), 413, "file.too_large"),
    ]
    for refusal in refusals {
      let reply = try post(service, words + [.file("video", "chattVideo", refusal.content)])
      #expect(reply.status == refusal.status)
      #expect(reply.document["code"].string == refusal.code)
      #expect(reply.document["verdict"]["accepted"].bool == false)
    }
    let picture = try post(
      service, words + [.file("image", "chattImage", Array("no picture".utf8), type: "image/jpeg")])
    #expect(picture.status == 422)
    #expect(try service.get("/getimages").document.items.isEmpty)
    #expect(try ServiceTests.files(service, "objects").isEmpty)
    #expect(try ServiceTests.files(service, "incoming").isEmpty)
  }

  @Test func `a movie that only a full decode refuses is 422, and leaves no post`() throws {
    let service = try RunningService()
    let whole = try Bodies.movie()
    let folder = try ScratchFolder()
    let packets = try FFprobe(folder.write(Data(whole), as: "whole.mp4")).pictureBytes()
    var bytes = whole
    for packet in packets[3..<20] {
      for place in packet.dropFirst(6) { bytes[place] = 0 }
    }
    let reply = try post(service, [.field("message", "x"), .file("video", "chattVideo", bytes)])
    #expect(reply.status == 422)
    #expect(reply.document["code"].string == "movie.corrupt")
    #expect(try service.get("/getimages").document.items.isEmpty)
  }

  @Test(arguments: [
    ("rgb24", "png"), ("rgba", "png"), ("gray", "png"), ("yuvj420p", "jpg"),
  ])
  func `a picture comes out upright, 150 wide and without a word of its own`(
    format: String, type: String
  ) throws {
    let service = try RunningService()
    let folder = try ScratchFolder()
    let path = folder.file("picture.\(type)")
    _ = try Tool.ffmpeg.output([
      "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x480", "-frames:v", "1",
      "-pix_fmt", format, "-metadata", "comment=here", path,
    ])
    let content = [UInt8](try Data(contentsOf: URL(filePath: path)))
    #expect(
      try post(service, [.file("image", "chattImage", content, type: "image/jpeg")]).status == 200)
    let row = try #require(try service.get("/getimages").document.items.first?.items)
    let url = try #require(row[4].string)
    let image = try service.get("/" + url.split(separator: "/").dropFirst(2).joined(separator: "/"))
    #expect(image.fields["content-type"] == "image/jpeg")
    let small = try FFprobe(folder.write(Data(image.body), as: "small.jpg"))
    #expect(small.streams.first?["width"].int == 150)
    #expect(small.streams.first?["height"].int == 225)
    #expect(small.tagTexts == [])
    // Who knows its address may read it, as a browser's cache does.
    let tag = try #require(image.fields["etag"])
    let path2 = "/" + url.split(separator: "/").dropFirst(2).joined(separator: "/")
    #expect(try service.get(path2, fields: ["If-None-Match: \(tag)"]).status == 304)
  }
}
