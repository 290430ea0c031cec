import Foundation
import TestSupport
import Testing

/// A clip's movie as players and browsers ask for it.
@Suite struct ServiceRangeTests {
  @Test func `a player gets the ranges that it asks for, by curl too`() throws {
    let folder = try ScratchFolder()
    let service = try RunningService()
    let made = try service.post("/v1/clips", try Bodies.movie(), fields: ["Prefer: wait=60"])
    let id = try #require(made.document["id"].string)
    let path = "/v1/clips/\(id)/movie.mp4"
    let whole = try service.get(path)
    let tag = try #require(whole.fields["etag"])
    let size = whole.body.count
    #expect(whole.status == 200)
    #expect(tag == "\"\(made.document["report"]["output"]["sha256"].string ?? "")\"")
    #expect(whole.fields["accept-ranges"] == "bytes")
    #expect(whole.fields["cache-control"]?.contains("immutable") == true)
    let table: [(fields: [String], status: Int, part: Range<Int>)] = [
      (["Range: bytes=0-99"], 206, 0..<100), (["Range: bytes=-10"], 206, size - 10..<size),
      (["Range: bytes=\(size - 1)-"], 206, size - 1..<size),
      (["Range: bytes=5-99999999"], 206, 5..<size), (["Range: bytes=0-1,4-5"], 200, 0..<size),
      (["Range: bytes=9-5"], 200, 0..<size),
      (["Range: bytes=0-9", "If-Range: \(tag)"], 206, 0..<10),
      (["Range: bytes=0-9", "If-Range: \"other\""], 200, 0..<size),
      (["If-None-Match: \"other\""], 200, 0..<size),
    ]
    for row in table {
      let reply = try service.get(path, fields: row.fields)
      #expect(reply.status == row.status, "\(row.fields)")
      #expect(reply.body == Array(whole.body[row.part]), "\(row.fields)")
      let told = "bytes \(row.part.lowerBound)-\(row.part.upperBound - 1)/\(size)"
      #expect(reply.fields["content-range"] == (row.status == 206 ? told : nil), "\(row.fields)")
      let head = try service.get(path, method: "HEAD", fields: row.fields)
      // Ranges are of GET alone.
      #expect(head.status == 200 && head.body.isEmpty, "\(row.fields)")
      #expect(head.fields["content-length"] == "\(size)", "\(row.fields)")
    }
    let beyond = try service.get(path, fields: ["Range: bytes=\(size)-"])
    #expect(beyond.status == 416)
    #expect(beyond.fields["content-range"] == "bytes */\(size)")
    #expect(beyond.document["code"].string == "request.range_not_satisfiable")
    let known = try service.get(path, fields: ["If-None-Match: \(tag)"])
    #expect(known.status == 304 && known.body.isEmpty)
    guard let curl = Program.installed("curl") else { return }
    let url = "http://127.0.0.1:\(service.port)\(path)"
    let out = folder.file("part")
    let ranged = try curl.run([
      "-s", "-o", out, "-w", "%{http_code} %{size_download}", "-r", "10-19", url,
    ])
    #expect(ranged.output == "206 10")
    #expect([UInt8](try Data(contentsOf: URL(filePath: out))) == Array(whole.body[10..<20]))
    // Goes on with a file that was broken off.
    try Data(whole.body[..<50]).write(to: URL(filePath: out))
    _ = try curl.run(["-s", "-C", "-", "-o", out, url])
    #expect([UInt8](try Data(contentsOf: URL(filePath: out))) == whole.body)
  }
}
