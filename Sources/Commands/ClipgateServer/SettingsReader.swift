internal import Foundation
internal import Glibc
internal import Service

/// Reads what `clipgate` left on the standard input before it became this program.
enum SettingsReader {
  /// The most bytes of a document; a thousand times what one needs.
  private static let mostBytes = 1 << 22

  /// What this process is for.
  enum Order {
    case service(ServiceSettings)
    case errand(HookErrand)
  }

  /// - Returns: nil where there is no such document, as when a person starts this program.
  static func read() -> Order? {
    guard isatty(STDIN_FILENO) == 0 else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= mostBytes {
      // The buffer is lent for the call, which fills at most its own length.
      let count = unsafe Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count == -1, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    let decoder = JSONDecoder()
    if let settings = try? decoder.decode(ServiceSettings.self, from: Data(bytes)) {
      return .service(settings)
    }
    return (try? decoder.decode(HookErrand.self, from: Data(bytes))).map { .errand($0) }
  }

  /// The token that `--token-file` names: the first line, without blanks around it.
  ///
  /// - Throws: 3 where the file can't be read, 2 where its first line is nothing that a header can carry.
  static func token(in path: String) throws(ServerProgram.Obstacle) -> String {
    // Not the first word, nor the first line that has one: a token that is shorter than its owner means
    // lets others in.
    guard let token = firstLine(of: path) else {
      throw ServerProgram.Obstacle(status: 3, message: "--token-file: the file can't be read")
    }
    guard 1...longestToken ~= token.utf8.count, token.utf8.allSatisfy({ 33...126 ~= $0 }) else {
      throw ServerProgram.Obstacle(
        status: 2, message: "--token-file: its first line has to be a token without blanks")
    }
    return token
  }

  /// The first line of a file, without blanks around it; nil where it can't be read.
  static func firstLine(of path: String) -> String? {
    let data: Data
    do {
      // Nil is the end of an empty file.
      data =
        try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: longestToken + 1)
        ?? Data()
    } catch {
      return nil
    }
    return String(decoding: data, as: UTF8.self).prefix { !$0.isNewline }
      .trimmingCharacters(in: .whitespaces)
  }

  /// Longer ones don't fit into a request's head.
  private static let longestToken = 4096
}
