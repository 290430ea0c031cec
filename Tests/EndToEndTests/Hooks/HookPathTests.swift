import Foundation
import Glibc
import TestSupport
import Testing

/// What hooks may name: files below `hooks.tusd_root`, and nothing else.
@Suite struct HookPathTests {
  /// Names that lead elsewhere, or to what is no file, laid down among a site's uploads.
  private static func traps(_ site: HookSite, secret: String) throws -> [String] {
    let root = site.uploads.path
    for (name, target) in [
      ("link", secret), ("folder", (secret as NSString).deletingLastPathComponent),
      ("up", ".."), ("magic", "/proc/self/environ"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: site.uploads.file(name), withDestinationPath: target)
    }
    unsafe mkfifo(site.uploads.file("pipe"), 0o600)
    return [
      secret, "\(root)/link", "\(root)/folder/secret.mp4", "\(root)/up/etc/passwd",
      "\(root)/magic", "\(root)/pipe", "\(root)/../\((secret as NSString).lastPathComponent)",
      "\(root)/x/../../../../..\(secret)", "/etc/passwd", "../../../../../../etc/passwd",
      "/proc/self/environ", "/dev/zero", root, "\(root)/", "", ".", "..",
    ]
  }

  @Test func `no other path is judged or taken in, and the answers don't tell why`() throws {
    let site = try HookSite()
    let outside = try ScratchFolder()
    let secret = try outside.write(Data(try Bodies.movie()), as: "secret.mp4")
    var answers: Set<String> = []
    for (number, path) in try Self.traps(site, secret: secret).enumerated() {
      for type in ["pre-finish", "post-finish"] {
        let reply = try site.hook(TusdRequest.finished(type, id: "t\(number)", path: path))
        #expect(reply.isForTusd, "\(path)")
        let refusal = HookRefusal(reply.document)
        #expect(refusal?.status == 422 && refusal?.code == "file.unreadable", "\(path)")
        answers.insert(reply.text)
      }
    }
    #expect(answers.count == 1)
    let told = try #require(answers.first)
    #expect(!told.contains(outside.path) && !told.contains(site.uploads.path))
    #expect(try site.service.hasNothing())
  }

  @Test(arguments: ["s3store", "gcsstore", "azurestore", "", "FILESTORE"])
  func `an upload that tusd keeps elsewhere than in files is not looked for`(store: String) throws {
    let site = try HookSite()
    let path = try site.lay(try Bodies.movie())
    let reply = try site.hook(TusdRequest.finished("post-finish", path: path, store: store))
    #expect(HookRefusal(reply.document)?.code == "file.unreadable")
    #expect(try site.service.hasNothing())
  }

  @Test func `a relative path is found where it and the root overlap`() throws {
    let site = try HookSite()
    _ = try site.lay(try Bodies.movie())
    let name = (site.uploads.path as NSString).lastPathComponent
    for path in ["./\(name)/\(HookSite.id)", "\(name)/\(HookSite.id)", HookSite.id] {
      #expect(try site.hook(TusdRequest.finished("pre-finish", path: path)).text == "{}\n")
    }
  }

  @Test(.enabled(if: Tool.strace.isInstalled, "strace is not installed"))
  func `nothing outside is opened or looked at, by a trace of the whole service`() throws {
    let site = try HookSite()
    let outside = try ScratchFolder()
    let secret = try outside.write(Data(try Bodies.movie()), as: "secret.mp4")
    let path = try site.lay(try Bodies.movie())
    let traps = try Self.traps(site, secret: secret)
    let trace = try ServiceTrace(
      site.service,
      calls: "execve,execveat,open,openat,openat2,creat,stat,lstat,newfstatat,statx,access,"
        + "faccessat,faccessat2,readlink,readlinkat,mkdirat,mknodat,renameat,renameat2,link,linkat,"
        + "symlinkat,chdir,truncate,unlink,unlinkat,chmod,fchmodat,chown,fchownat,utimensat")
    for (number, trap) in traps.enumerated() {
      _ = try site.hook(TusdRequest.finished("post-finish", id: "t\(number)", path: trap))
    }
    #expect(try site.hook(TusdRequest.finished("post-finish", path: path)).isForTusd)
    let calls = try trace.end()
    // The trace saw the upload itself opened, read only.
    let opened = calls.filter { $0.contains("\"\(HookSite.id)\"") }
    #expect(!opened.isEmpty && opened.allSatisfy { $0.contains("O_RDONLY") })
    let words = [outside.path, "secret", "passwd", "environ\"", "/dev/zero"]
    #expect(calls.filter { call in words.contains { call.contains($0) } } == [])
    // Among tusd's files nothing is made, changed or removed.
    let changes = ["O_CREAT", "O_WRONLY", "O_RDWR", "unlink", "rename", "mkdir", "chmod"]
    let ours = calls.filter { $0.contains(site.uploads.path) }
    #expect(ours.filter { call in changes.contains { call.contains($0) } } == [])
  }
}
