import Foundation
import Glibc
import TestSupport
import Testing

/// A disk with a file system of its own, whose power can be cut: what no flush has reached is gone then, or is
/// not, block by block, as on a real disk with a cache.
///
/// A program behind FUSE keeps the disk's bytes, a loop device makes a disk of them, and ext4 is on it. Only for who
/// may mount.
final class VolatileDisk {
  /// Where its file system is.
  let mount: String
  private let folder: ScratchFolder
  private let keeper: RunningProgram
  private let device: String

  private static let python = Program(path: "/usr/bin/python3")

  /// Why there can't be any here; nil where there can.
  static let obstacle: String? = {
    guard getuid() == 0 else { return "only root may mount" }
    for program in ["losetup", "mkfs.ext4", "mount", "umount"] where tool(program) == nil {
      return "\(program) is not installed"
    }
    guard (try? python.run(["-c", "import fusepy"]))?.ending == .exit(0) else {
      return "fusepy is not installed"
    }
    do {
      let folder = try ScratchFolder()
      _ = try VolatileDisk(image: newImage(in: folder))
      return nil
    } catch {
      return "no disk can be made and mounted here: \(error)"
    }
  }()

  /// Makes an image with an empty file system.
  static func newImage(in folder: ScratchFolder) throws -> String {
    let image = try folder.write(Data(), as: "new.img")
    let file = try #require(FileHandle(forWritingAtPath: image))
    try file.truncate(atOffset: 64 << 20)
    try file.close()
    // Whole at once: nothing is written behind our backs later.
    let whole = "lazy_itable_init=0,lazy_journal_init=0"
    try run("mkfs.ext4", ["-q", "-N", "4096", "-E", whole, image])
    return image
  }

  /// Puts an image into a disk, and mounts it.
  ///
  /// - Parameter image: stays as it is.
  init(image: String) throws {
    folder = try ScratchFolder()
    mount = folder.file("mount")
    let keeping = folder.file("keeping")
    for path in [mount, keeping] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    keeper = try Self.python.start(["-c", Self.script, image, keeping])
    let disk = "\(keeping)/disk"
    let files = FileManager.default
    for _ in 0..<500 where !files.fileExists(atPath: disk) { usleep(20_000) }
    guard files.fileExists(atPath: disk) else {
      throw ProgramError.notFound("the disk's keeper: \(try keeper.wait().errors)")
    }
    device = try Self.run("losetup", ["--find", "--show", disk])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try Self.run("mount", ["-t", "ext4", "-o", "errors=remount-ro", device, mount])
  }

  deinit {
    // Whoever still has something open there is being killed.
    Self.insist("umount", [mount])
    Self.insist("losetup", ["--detach", device])
    Self.insist("umount", [folder.file("keeping")])
    _ = try? keeper.wait(deadline: .seconds(10))
  }

  /// Writes down what the disk has if the power is cut at this moment.
  ///
  /// - Parameter seed: chooses which blocks survive that no flush has reached.
  /// - Returns: the image's path, below `folder`.
  func cut(seed: UInt64, in folder: ScratchFolder) throws -> String {
    let image = folder.file("\(UUID().uuidString).img")
    // A write that the keeper answers is done whole before it takes another.
    let order = try #require(FileHandle(forWritingAtPath: "\(self.folder.file("keeping"))/cut"))
    try order.write(contentsOf: Data("\(seed) \(image)".utf8))
    try order.close()
    return image
  }

  /// Has the file system find a fault, after which it may only be read.
  func becomeReadOnly() throws {
    let name = URL(filePath: device).lastPathComponent
    let fault = try #require(
      FileHandle(forWritingAtPath: "/sys/fs/ext4/\(name)/trigger_fs_error"))
    try fault.write(contentsOf: Data("a fault\n".utf8))
    try fault.close()
  }

  private static func tool(_ name: String) -> Program? {
    for folder in ["/usr/sbin", "/sbin", "/usr/bin", "/bin"] {
      let path = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: path) { return Program(path: path) }
    }
    return nil
  }

  /// Runs it until it works, for five seconds at most.
  private static func insist(_ name: String, _ arguments: [String]) {
    for _ in 0..<100 {
      if (try? run(name, arguments)) != nil { return }
      usleep(50_000)
    }
  }

  @discardableResult
  private static func run(_ name: String, _ arguments: [String]) throws -> String {
    guard let program = tool(name) else { throw ProgramError.notFound(name) }
    let outcome = try program.run(arguments)
    guard outcome.ending == .exit(0) else {
      throw ProgramError.notFound("\(name): \(outcome.errors)")
    }
    return outcome.output
  }

  /// Keeps the bytes of `disk`: those that a flush has reached, and those of the disk's cache. What is written to `cut`
  /// is a seed and a path; each block of the cache is in that image or is not.
  private static let script = """
    import errno, random, stat, sys, fusepy

    BLOCK = 4096

    class Disk(fusepy.Operations):
        def __init__(self, image):
            with open(image, "rb") as file:
                self.durable = bytearray(file.read())
            self.live = bytearray(self.durable)
            self.cache = set()

        def getattr(self, path, handle=None):
            if path == "/":
                return dict(st_mode=stat.S_IFDIR | 0o700, st_nlink=2)
            if path == "/disk":
                return dict(st_mode=stat.S_IFREG | 0o600, st_nlink=1, st_size=len(self.live))
            if path == "/cut":
                return dict(st_mode=stat.S_IFREG | 0o600, st_nlink=1, st_size=0)
            raise fusepy.FuseOSError(errno.ENOENT)

        def readdir(self, path, handle):
            return [".", "..", "disk", "cut"]

        def truncate(self, path, length, handle=None):
            pass

        def read(self, path, size, offset, handle):
            return bytes(self.live[offset:offset + size])

        def write(self, path, data, offset, handle):
            if path == "/cut":
                self.cut(*data.decode().split(" ", 1))
                return len(data)
            self.live[offset:offset + len(data)] = data
            self.cache.update(range(offset // BLOCK, (offset + len(data) - 1) // BLOCK + 1))
            return len(data)

        def fsync(self, path, only_data, handle):
            for block in self.cache:
                place = slice(block * BLOCK, (block + 1) * BLOCK)
                self.durable[place] = self.live[place]
            self.cache.clear()
            return 0

        def flush(self, path, handle):
            return 0

        def cut(self, seed, image):
            chance = random.Random(int(seed))
            share = chance.choice([0, 0.5, 1])
            left = bytearray(self.durable)
            for block in sorted(self.cache):
                if chance.random() < share:
                    place = slice(block * BLOCK, (block + 1) * BLOCK)
                    left[place] = self.live[place]
            with open(image, "wb") as file:
                file.write(left)

    fusepy.FUSE(Disk(sys.argv[1]), sys.argv[2], foreground=True, nothreads=True, big_writes=True)
    """
}
