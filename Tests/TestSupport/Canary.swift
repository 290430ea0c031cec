package import Foundation
internal import Glibc
internal import Synchronization

/// What a file that names others would find: a secret in a file, and a server on the loopback address
/// that tells the secret and notes who asks, over TCP and UDP.
package final class Canary: Sendable {
  /// The secret; nothing but the file and the server has it.
  package let text = "canary-\(UUID().uuidString)"
  /// Where the file lies; as long as the path that the attacks name.
  package let path: String
  private let listener: Int32
  private let datagrams: Int32
  private let port: UInt16
  private let log = Log()

  /// What the thread that answers shares with the tests.
  private final class Log: Sendable {
    let connections = Atomic(0)
    let isOver = Atomic(false)
  }

  private static let namedPath = "/srv/clipgate-canary.txt"
  private static let namedServer = "127.0.0.1:9"

  /// Begins to listen.
  package init() throws {
    path = "/tmp/" + UUID().uuidString.prefix(Self.namedPath.count - 9).lowercased() + ".txt"
    let sound = Self.sound(of: text)
    try Data(sound).write(to: URL(filePath: path))
    (listener, port) = try Self.socket(SOCK_STREAM, port: 0)
    (datagrams, _) = try Self.socket(SOCK_DGRAM, port: port)
    listen(listener, 16)
    Thread.detachNewThread { [listener, log] in
      Self.answer(listener, sound, log)
    }
  }

  deinit {
    log.isOver.store(true, ordering: .releasing)
    // Wakes the thread, which closes it.
    shutdown(listener, Int32(SHUT_RDWR))
    close(datagrams)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A copy of an attack that names this canary, byte for byte as long.
  package func attack(_ source: String, in folder: ScratchFolder) throws -> String {
    var data = try Data(contentsOf: URL(filePath: source))
    // 127.1 is the loopback address too (inet_aton(3)), and leaves room for five digits.
    for (named, ours) in [(Self.namedPath, path), (Self.namedServer, "127.1:\(port)")] {
      guard named.utf8.count == ours.utf8.count else {
        throw ProgramError.system("canary of another length: \(ours)", 0)
      }
      while let range = data.range(of: Data(named.utf8)) {
        data.replaceSubrange(range, with: Data(ours.utf8))
      }
    }
    return try folder.write(data, as: "attack-" + URL(filePath: source).lastPathComponent)
  }

  /// How many connections and datagrams have come.
  package var visits: Int {
    var byte: UInt8 = 0
    var count = log.connections.load(ordering: .acquiring)
    // Fills one local byte, and waits for nothing.
    while unsafe recv(datagrams, &byte, 1, Int32(MSG_DONTWAIT)) >= 0 { count += 1 }
    return count
  }

  /// Whether bytes hold the secret.
  package func isHeard(in data: Data) -> Bool { data.range(of: Data(text.utf8)) != nil }

  private static func socket(
    _ kind: __socket_type, port: UInt16
  ) throws -> (Int32, UInt16) {
    let socket = Glibc.socket(AF_INET, Int32(kind.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // The address is lent for the calls.
    let answer = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        let bound = unsafe bind(socket, $0, length)
        return bound == 0 ? unsafe getsockname(socket, $0, &length) : bound
      }
    }
    guard answer == 0 else { throw ProgramError.system("bind", errno) }
    return (socket, UInt16(bigEndian: address.sin_port))
  }

  /// The secret as a second of sound (WAV, 8 bit, 8 kHz), so that a careless reader takes it for media.
  private static func sound(of text: String) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
    let samples = Array(String(repeating: text, count: 8_000 / text.utf8.count).utf8)
    let format: [UInt8] = [1, 0, 1, 0] + number(8_000) + number(8_000) + [1, 0, 8, 0]
    let chunks =
      Array("WAVEfmt ".utf8) + number(16) + format + Array("data".utf8)
      + number(UInt32(samples.count)) + samples
    return Array("RIFF".utf8) + number(UInt32(chunks.count)) + chunks
  }

  private static func answer(_ listener: Int32, _ sound: [UInt8], _ log: Log) {
    while true {
      let visitor = accept(listener, nil, nil)
      if log.isOver.load(ordering: .acquiring) || visitor < 0 && errno != EINTR { break }
      log.connections.add(1, ordering: .acquiringAndReleasing)
      let answer =
        Array("HTTP/1.0 200 OK\r\nContent-Length: \(sound.count)\r\n\r\n".utf8) + sound
      // The bytes are lent for the call.
      _ = unsafe send(visitor, answer, answer.count, Int32(MSG_NOSIGNAL))
      shutdown(visitor, Int32(SHUT_RDWR))
      close(visitor)
    }
    close(listener)
  }
}
