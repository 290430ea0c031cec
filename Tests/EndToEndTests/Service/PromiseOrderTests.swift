import Foundation
import TestSupport
import Testing

/// When an upload is acknowledged: by a trace of system calls of the whole service.
@Suite(.strace) struct PromiseOrderTests {
  @Test func `bytes are on the device before the row, and the row before the answer`() throws {
    let service = try RunningService()
    // The database's own files are made by the first write.
    _ = try service.post("/v1/clips", try Bodies.movie(1), fields: ["Prefer: wait=60"])
    let trace = try ServiceTrace(
      service, calls: "fsync,fdatasync,rename,renameat,renameat2,sendto,sendmsg,write,writev")
    #expect(try service.post("/v1/clips", try Bodies.movie(2)).status == 202)
    let calls = try trace.end()
    let steps: [(name: String, words: [String])] = [
      ("the bytes are flushed", ["fsync(", "/incoming/", ".part>) = 0"]),
      ("they get their key", ["rename", ".part", ".received"]),
      ("the folder is flushed", ["fsync(", "/objects>) = 0"]),
      ("the row is flushed", ["fdatasync(", "clipgate.db-wal>) = 0"]),
      ("the answer goes", ["HTTP/1.1 202"]),
    ]
    var place = calls.startIndex
    for step in steps {
      let found = calls[place...].firstIndex { call in step.words.allSatisfy(call.contains) }
      place = try #require(found, "\(step.name): \(calls.map { $0.prefix(160) })") + 1
    }
    // Nothing of the answer goes before.
    #expect(calls.filter { $0.contains("HTTP/1.1 202") }.count == 1)
  }
}
