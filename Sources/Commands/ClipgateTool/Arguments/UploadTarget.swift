internal import Foundation
internal import Glibc
internal import Sandbox
internal import Service

/// Where `upload` sends to, and as whom.
struct UploadTarget {
  /// The route of a Clipgate service that takes clips.
  private static let route = "/v1/clips"

  /// What was read of a bearer token.
  enum Token {
    case none
    case token(String)
    case unreadable(SystemError)
    case unusable
  }

  let url: String
  /// Whether it is the route of a Clipgate service, which understands more fields than the movie's.
  let isClipgate: Bool

  /// Reads the value of `--to`.
  ///
  /// An address without a path is a service's, and means the route that takes clips; every other is meant
  /// as it stands.
  ///
  /// - Returns: nil where it is no `http` or `https` URL with a host, or has a user in it, whose password
  ///   everybody would see who lists processes.
  init?(_ text: String) {
    // People write blanks and letters of their own, which Foundation encodes.
    guard let encoded = URLComponents(string: text)?.string, let given = WebURL(encoded) else {
      return nil
    }
    let path = ["", "/"].contains(given.path) ? Self.route : given.path
    // A fragment is for readers and never sent.
    url = given.with(path: path)
    isClipgate = path == Self.route || path == Self.route + "/"
  }

  /// The bearer token: the first line of a file, or the value of `CLIPGATE_UPLOAD_TOKEN`.
  static func token(file: FileName?, environment: [String: String]) -> Token {
    var text = environment["CLIPGATE_UPLOAD_TOKEN"] ?? ""
    if let file {
      do throws(SystemError) { text = try firstLine(of: file) } catch { return .unreadable(error) }
    } else if text.isEmpty {
      return .none
    }
    let token = text.trimmingCharacters(in: .whitespaces)
    guard 1...longestToken ~= token.utf8.count, token.utf8.allSatisfy({ 33...126 ~= $0 }) else {
      return .unusable
    }
    return .token(token)
  }

  /// Longer ones don't fit into a request's head.
  private static let longestToken = 4096

  private static func firstLine(of file: FileName) throws(SystemError) -> String {
    let descriptor = try Descriptor.open(file, O_RDONLY | O_NOCTTY)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: longestToken + 2)
    while bytes.count < buffer.count {
      // `read` fills at most the buffer's own length.
      let count = unsafe read(descriptor.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError("read") }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
  }
}
