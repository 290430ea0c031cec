#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that is read once from its beginning to its end, and is as long at the end as it was expected.
final class SourceFile {
  private let descriptor: Int32
  /// How many bytes are still to come.
  private var rest: Int64

  /// Opens a regular file; a pipe is never waited for.
  ///
  /// - Throws: `UploadError.Code.unreadable`.
  private init(path: String) throws(UploadError) {
    // The string is lent for the call; without O_NONBLOCK a pipe's open waits for its writer.
    let number = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw UploadError(.unreadable, errno: errno) }
    var status = stat()
    // Fills a local value.
    guard unsafe fstat(number, &status) == 0 else {
      let failure = errno
      close(number)
      throw UploadError(.unreadable, errno: failure)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(number)
      throw UploadError(.unreadable, "it is not a regular file")
    }
    descriptor = number
    rest = Int64(status.st_size)
  }

  deinit { close(descriptor) }

  /// The size of a file, in bytes.
  static func length(path: String) throws(UploadError) -> Int64 { try SourceFile(path: path).rest }

  /// - Throws: `UploadError.Code.unreadable`, and `.changed` where it is not `length` bytes long.
  convenience init(path: String, length: Int64) throws(UploadError) {
    try self.init(path: path)
    guard rest == length else { throw Self.changed }
  }

  /// Reads the next bytes.
  ///
  /// - Returns: at most `most` bytes; none at the end, when it is certain that no more have come.
  func read(_ most: Int) throws(UploadError) -> [UInt8] {
    // At the end one byte more is asked for: a file that has grown is not what was announced.
    let wanted = rest == 0 ? 1 : Int(min(Int64(most), rest))
    var failure: Int32 = 0
    // The buffer is lent for the call, which fills at most its own length.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      var answer = -1
      repeat {
        answer = unsafe Self.systemRead(descriptor, buffer.baseAddress, wanted)
      } while answer == -1 && errno == EINTR
      failure = answer < 0 ? errno : 0
      count = max(0, answer)
    }
    guard failure == 0 else { throw UploadError(.unreadable, errno: failure) }
    guard bytes.isEmpty == (rest == 0) else { throw Self.changed }
    rest -= Int64(bytes.count)
    return bytes
  }

  /// `read(2)`, which a method of this name hides.
  private static func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.read(descriptor, buffer, count)
    #else
      unsafe Glibc.read(descriptor, buffer, count)
    #endif
  }

  private static let changed = UploadError(
    .changed, "the file has another size than when it was added")
}
