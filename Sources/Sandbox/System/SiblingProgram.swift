internal import Glibc

/// The programs of one installation, which lie in one folder.
package enum SiblingProgram {
  /// The path of a program beside the one that runs, whatever it was called by (`/proc/self/exe`).
  ///
  /// - Parameter name: as "clipgate-runner".
  package static func path(of name: String) throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    // The call fills at most the buffer's own length.
    let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0, length < buffer.count else { throw SystemError("readlink") }
    let path = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex) + name
  }
}
