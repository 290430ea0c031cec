/// The place of an upload's file below the folder that hooks may name files in.
package struct UploadPath: Sendable, Equatable {
  /// The names from that folder down, at least one; none is empty, `.` or `..`, and none has a zero.
  package let names: [String]

  /// Longer ones the system does not take (`PATH_MAX`).
  private static let mostBytes = 4096

  /// Reads what tusd calls `Path`.
  ///
  /// An absolute path has to be below the root, name by name. A relative one comes of a tusd whose `-upload-dir` is relative,
  /// to a working directory that nobody here knows: the names that it begins with and the root ends with are left out, so that
  /// `data/14b1` is `14b1` below `/srv/tus/data`.
  ///
  /// - Parameters:
  ///   - path: of a stranger's choice.
  ///   - root: absolute.
  /// - Returns: nil where it is not below the root, or goes up anywhere.
  package init?(_ path: String, below root: String) {
    guard path.utf8.count < Self.mostBytes, !path.utf8.contains(0) else { return nil }
    let names = Self.names(of: path)
    let above = Self.names(of: root)
    guard !names.contains("..") else { return nil }
    var rest = names[...]
    if path.utf8.first == UInt8(ascii: "/") {
      guard names.starts(with: above) else { return nil }
      rest = rest.dropFirst(above.count)
    } else {
      let common = (0...min(above.count, names.count)).last {
        above.suffix($0).elementsEqual(names.prefix($0))
      }
      rest = rest.dropFirst(common ?? 0)
    }
    // A slash at the end wants a folder.
    guard !rest.isEmpty, path.utf8.last != UInt8(ascii: "/") else { return nil }
    self.names = Array(rest)
  }

  private static func names(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
      .filter { $0 != "." }
  }
}
