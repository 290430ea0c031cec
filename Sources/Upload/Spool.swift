internal import Foundation
internal import UploadForms

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A body laid down whole in a file of its own, which is gone when the value is.
///
/// That it was read to its end before a byte is sent means that a file which changes meanwhile is never
/// half sent, and that a second try sends the same bytes.
final class Spool: Sendable {
  let file: URL

  /// Writes the body.
  ///
  /// - Parameter folder: a directory that is there.
  /// - Throws: `UploadError.Code.unwritable`, those of `UploadReader`, and `.cancelled`.
  init(_ body: UploadBody, in folder: URL) throws(UploadError) {
    let file = folder.appendingPathComponent("upload-\(UUID().uuidString).tmp")
    // The string is lent for the call; nobody else may read what is sent, nor was the file there.
    let number = unsafe open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw UploadError(.unwritable, errno: errno) }
    do throws(UploadError) {
      try Self.write(body, to: number)
    } catch {
      _ = systemClose(number)
      // The string is lent for the call.
      _ = unsafe unlink(file.path)
      throw error
    }
    _ = systemClose(number)
    self.file = file
  }

  deinit {
    // The string is lent for the call.
    _ = unsafe unlink(file.path)
  }

  private static func write(_ body: UploadBody, to number: Int32) throws(UploadError) {
    let reader = body.reader()
    while !reader.isAtEnd {
      guard !Task.isCancelled else { throw .cancelled }
      var rest = try reader.read(262_144)[...]
      while !rest.isEmpty {
        // The slice is contiguous and lives during the call.
        let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(number, $0) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw UploadError(.unwritable, errno: errno) }
        rest = rest.dropFirst(count)
      }
    }
  }
}

// The calls of the C library, for which a type's own methods would be taken.
private func systemClose(_ number: Int32) -> Int32 { close(number) }

private func systemWrite(_ number: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(number, bytes.baseAddress, bytes.count)
}
