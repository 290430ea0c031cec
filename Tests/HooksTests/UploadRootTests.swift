import Foundation
import Glibc
import Hooks
import TestSupport
import Testing

/// Files that hooks name, on a real file system.
@Suite struct UploadRootTests {
  private static func upload(_ path: String, store: String? = "filestore") -> HookUpload {
    HookUpload(id: "x", store: store, path: path)
  }

  /// What became of a path: how many bytes the file has, or why it was not opened.
  private static func opened(_ root: String, _ upload: HookUpload) -> Result<Int64, UploadFault> {
    do throws(UploadFault) { return .success(try UploadRoot(root).open(upload).size) } catch {
      return .failure(error)
    }
  }

  @Test func `a regular file below the root is opened for reading, and read`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Data("movie".utf8), as: "14b1")
    let file = try UploadRoot(folder.path).open(Self.upload(path))
    let (size, bytes) = (file.size, try file.bytes(at: 1, count: 100))
    #expect(size == 5 && bytes == Array("ovie".utf8))
    let end = try file.bytes(at: 5, count: 1)
    #expect(end == [])
    #expect(fcntl(file.descriptor, F_GETFL) & O_ACCMODE == O_RDONLY)
    #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `a file that grows is told from one that is whole`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(Data("movie".utf8), as: "14b1")
    let file = try UploadRoot(folder.path).open(Self.upload(path))
    var isSettled = file.isSettled
    #expect(isSettled)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("more".utf8))
    isSettled = file.isSettled
    #expect(!isSettled)
    // Nobody takes for a movie what came behind its end.
    let bytes = try file.bytes(at: 0, count: 100)
    #expect(bytes == Array("movie".utf8))
  }

  @Test func `a file that is shorter than told is waited for, and told to grow where it does`()
    throws
  {
    let folder = try ScratchFolder()
    let path = try folder.write(Data("movie".utf8), as: "14b1")
    func openedWhole(_ size: Int64?) -> Result<Int64, UploadFault> {
      var upload = Self.upload(path)
      upload.size = size
      do throws(UploadFault) {
        return .success(try UploadRoot(folder.path).openWhole(upload).size)
      } catch {
        return .failure(error)
      }
    }
    #expect(openedWhole(nil) == .success(5) && openedWhole(5) == .success(5))
    #expect(openedWhole(3) == .success(5))
    // What no longer grows is as long as it is.
    #expect(openedWhole(6) == .success(5))
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    try handle.seekToEnd()
    let descriptor = handle.fileDescriptor
    Thread.detachNewThread {
      usleep(300_000)
      // A byte that lives during the call.
      _ = unsafe write(descriptor, [0], 1)
    }
    #expect(openedWhole(6) == .success(6))
    Thread.detachNewThread {
      usleep(300_000)
      // As above.
      _ = unsafe write(descriptor, [0], 1)
    }
    #expect(openedWhole(100) == .failure(.growing))
    withExtendedLifetime(handle) {}
  }

  @Test func `the root is known by its own name, through a link, and in part`() throws {
    let folder = try ScratchFolder()
    let real = folder.file("real")
    try FileManager.default.createDirectory(atPath: real + "/a", withIntermediateDirectories: true)
    try Data("movie".utf8).write(to: URL(filePath: real + "/a/14b1"))
    let link = folder.file("data")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    for path in [real + "/a/14b1", link + "/a/14b1", "data/a/14b1", "a/14b1", "./data/./a/14b1"] {
      #expect(Self.opened(link, Self.upload(path)) == .success(5), "\(path)")
    }
  }

  @Test func `no link is followed, neither to a file nor through a folder`() throws {
    let folder = try ScratchFolder()
    let outside = try ScratchFolder()
    let secret = try outside.write(Data("secret".utf8), as: "secret")
    _ = try folder.write(Data("movie".utf8), as: "14b1")
    for (name, target) in [
      ("out", secret), ("up", ".."), ("in", "14b1"), ("folder", outside.path), ("lost", "nowhere"),
      ("self", "self"), ("magic", "/proc/self/fd/0"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: target)
    }
    for name in ["out", "in", "folder/secret", "lost", "self", "magic", "up/etc"] {
      let opened = Self.opened(folder.path, Self.upload(folder.file(name)))
      #expect(opened == .failure(.notRegular), "\(name)")
    }
  }

  @Test func `what is no regular file is none, and a pipe is not waited for`() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: true)
    unsafe mkfifo(folder.file("pipe"), 0o600)
    for name in ["folder", "pipe"] {
      let opened = Self.opened(folder.path, Self.upload(folder.file(name)))
      #expect(opened == .failure(.notRegular), "\(name)")
    }
  }

  @Test func `what is not there, elsewhere or in no file is told apart for us`() throws {
    let folder = try ScratchFolder()
    let gone = Self.upload(folder.file("gone"))
    #expect(Self.opened(folder.path, gone) == .failure(.system(ENOENT)))
    #expect(Self.opened(folder.file("none"), gone) == .failure(.elsewhere))
    #expect(
      Self.opened(folder.file("none"), Self.upload("14b1")) == .failure(.system(ENOENT)))
    #expect(Self.opened(folder.path, Self.upload("/etc/passwd")) == .failure(.elsewhere))
    let object = HookUpload(id: "x", store: "s3store")
    #expect(Self.opened(folder.path, object) == .failure(.notInFiles))
    #expect(
      Self.opened(folder.path, Self.upload("/etc/passwd", store: "s3store"))
        == .failure(.notInFiles))
  }
}
