import Foundation
import TestSupport
import Testing

/// What names that clients choose lead to: nothing, by a trace of system calls of the whole service.
@Suite(
  .enabled(if: Checkout.shared("cases/http") != nil, "../shared/cases is not here"),
  .enabled(if: Tool.strace.isInstalled, "strace is not installed"))
struct NameTraceTests {
  private static let requests = [
    "cases/http/filename_shell.http", "cases/http/filename_subst.http",
    "cases/http/filename_traversal.http", "cases/http/filename_dash.http",
    "cases/http/filename_colon.http", "cases/http/filename_utf8.http",
    "hostile/http-filename-dash.req", "hostile/http-filename-pattern.req",
    "hostile/http-filename-star.req", "hostile/http-filename-traversal.req",
  ]

  @Test("no name runs a program, and none is written to or opened")
  func namesLeadNowhere() throws {
    let service = try RunningService(environment: ["CLIPGATE_SERVER_KEEP_ORIGINALS": "true"])
    let trace = try ServiceTrace(
      service,
      calls:
        "execve,execveat,open,openat,openat2,creat,mkdir,mkdirat,mknod,mknodat,rename,renameat,"
        + "renameat2,link,linkat,symlink,symlinkat,chdir,truncate,unlink,unlinkat")
    for name in Self.requests {
      let (replies, _) = try RequestFile(name).send(to: service)
      #expect(replies.map(\.status) == [202], "\(name)")
      let id = try #require(replies.first?.document["id"].string)
      _ = try ServiceTests.ready(service, id)
      #expect(try service.get("/v1/clips/\(id)/movie.mp4").status == 200)
      try service.forget(id)
    }
    let calls = try trace.end()
    // The trace saw the store's own files.
    #expect(calls.contains { $0.contains("\(service.data)/store/incoming") })
    #expect(calls.filter { $0.contains("exec") } == [])
    let written = calls.filter { call in
      ["O_CREAT", "O_WRONLY", "O_RDWR", "O_TMPFILE", "mkdir", "rename", "link", "mknod"].contains {
        call.contains($0)
      }
    }
    // A child says of itself that it goes first where memory is short.
    let known = [service.data, "/dev/null", "/oom_score_adj>"]
    #expect(written.filter { call in !known.contains { call.contains($0) } } == [])
    let words = ["HACKED", "cron.d", "pwned", "passwd", "-i.mp4", "Bildschirm", "concat", "x.mp4"]
    #expect(calls.filter { call in words.contains { call.contains($0) } } == [])
    for path in ["HACKED", "/srv/clipgate-pwned.mp4", "/etc/cron.d/x.mp4"] {
      #expect(!FileManager.default.fileExists(atPath: path), "\(path)")
    }
  }
}
