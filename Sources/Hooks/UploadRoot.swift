internal import Glibc

/// The folder that hooks may name files in (`hooks.tusd_root`): the one that tusd keeps its uploads in.
package struct UploadRoot: Sendable {
  private let path: String

  /// - Parameter path: as it is configured; relative to the directory of this process.
  package init(_ path: String) { self.path = path }

  /// Opens the file that a hook names when all of it is there.
  ///
  /// tusd calls when it has written all, but where folders are shared over a network, others see it later. A file that is shorter
  /// than tusd says is looked at for a second more.
  ///
  /// - Throws: `UploadFault.growing` where it grew in that time and is still shorter. One that did not is given as it is: what
  ///   it lacks is for the verdict to say.
  package func openWhole(_ upload: HookUpload) throws(UploadFault) -> UploadFile {
    var first: Int64?
    for _ in 0..<Self.looks {
      let file = try open(upload)
      guard let told = upload.size, file.size < told else { return file }
      if first == nil { first = file.size }
      usleep(100_000)
    }
    let file = try open(upload)
    guard file.size == first || file.size >= upload.size ?? 0 else { throw .growing }
    return file
  }

  private static let looks = 10

  /// Opens the file that a hook names.
  ///
  /// From the root down each name is opened in the folder before it and follows no link, so that what is opened lies below the
  /// root whatever the request says and whatever is moved meanwhile. A pipe is not waited for, and a terminal does not become
  /// this process's.
  package func open(_ upload: HookUpload) throws(UploadFault) -> UploadFile {
    guard upload.store == "filestore", let told = upload.path else { throw .notInFiles }
    guard let place = place(of: told) else { throw .elsewhere }
    var folder = try Self.opened(path, in: AT_FDCWD, O_DIRECTORY)
    defer { close(folder) }
    for name in place.names.dropLast() {
      let next = try Self.opened(name, in: folder, O_DIRECTORY | O_NOFOLLOW)
      close(folder)
      folder = next
    }
    let file = try Self.opened(
      place.names.last ?? "", in: folder, O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    var status = stat()
    // A local value is filled.
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .notRegular
    }
    return UploadFile(owning: file, size: Int64(status.st_size))
  }

  /// tusd may know the folder by the name that is configured here, or by the one that links lead to.
  private func place(of told: String) -> UploadPath? {
    UploadPath(told, below: Self.absolute(path))
      ?? Self.withoutLinks(path).flatMap { UploadPath(told, below: $0) }
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    // The call allocates the name, or answers nil; it is copied and freed.
    guard let here = unsafe getcwd(nil, 0) else { return "/" + path }
    defer { unsafe free(here) }
    return unsafe String(cString: here) + "/" + path
  }

  private static func withoutLinks(_ path: String) -> String? {
    // As above.
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func opened(
    _ name: String, in folder: Int32, _ flags: Int32
  ) throws(UploadFault) -> Int32 {
    while true {
      // The name is lent for the call.
      let number = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | flags)
      if number >= 0 { return number }
      if errno == EINTR { continue }
      // A link at the end of O_NOFOLLOW, a name in what is no folder, a pipe's or a socket's refusal.
      throw [ELOOP, ENOTDIR, ENXIO].contains(errno) ? .notRegular : .system(errno)
    }
  }
}
