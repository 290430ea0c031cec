internal import Foundation
internal import Glibc

/// An open file of a test, closed when the test lets go of it.
package final class OpenFile: Sendable {
  package let descriptor: Int32

  /// How a file is opened.
  package enum Mode: Sendable {
    case reading, writing
  }

  /// Opens a file that is there.
  package init(_ path: String, _ mode: Mode = .reading) throws {
    // unsafe: reads a string of ours that outlives the call.
    let opened = unsafe open(path, (mode == .reading ? O_RDONLY : O_WRONLY) | O_CLOEXEC)
    guard opened >= 0 else { throw ProgramError.system("open", errno) }
    descriptor = opened
  }

  /// A file without a name, open for reading and writing.
  package init(holding bytes: [UInt8] = []) throws {
    let name = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    // unsafe: both calls read a string of ours that outlives them.
    let opened = unsafe open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw ProgramError.system("open", errno) }
    unsafe unlink(name)
    descriptor = opened
    var place = 0
    while place < bytes.count {
      // unsafe: pwrite reads at most what is left of `bytes`.
      let got = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(opened, $0.baseAddress?.advanced(by: place), $0.count - place, place)
      }
      guard got > 0 else { throw ProgramError.system("pwrite", errno) }
      place += got
    }
  }

  deinit { close(descriptor) }

  /// In bytes.
  package var size: Int64 {
    var status = stat()
    // unsafe: fills one stat.
    return unsafe fstat(descriptor, &status) == 0 ? Int64(status.st_size) : -1
  }

  /// All its bytes.
  package var bytes: [UInt8] {
    let count = Int(max(0, size))
    let descriptor = descriptor
    // unsafe: pread fills at most `count` bytes.
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe max(0, pread(descriptor, buffer.baseAddress, count, 0))
    }
  }

  /// The path that other programs of this machine can open it by while it is open.
  package var path: String { "/proc/\(getpid())/fd/\(descriptor)" }

  /// Lets this descriptor refer to another open file.
  package func becomes(_ other: OpenFile) throws {
    guard dup2(other.descriptor, descriptor) >= 0 else {
      throw ProgramError.system("dup2", errno)
    }
  }
}
