package import Foundation
internal import Glibc
internal import Synchronization

/// A small HTTP server that answers as a test says, and remembers what it was asked.
///
/// It takes one connection after another, on a thread of its own; each one is one request.
package final class ScriptedServer: Sendable {
  /// What it does with a request.
  package enum Step: Sendable {
    /// Reads it whole and answers.
    case answer(Int, fields: [String] = [], body: String = "{}")
    /// Answers behind the head, reads no body, and closes soon.
    case early(Int, body: String = "{}")
    /// Reads it at some 5 MB a second, and answers.
    case slow(Int)
    /// Reads it whole and resets the connection.
    case reset
    /// Reads the head and says nothing until the client goes.
    case silent
  }

  /// A request as it came.
  package struct Asked: Sendable {
    /// The first line.
    package var line: String
    /// By their names in lower case.
    package var fields: [String: String]
    /// How many bytes the body has.
    package var count: Int
    /// The beginning of the body, at most 1 MiB.
    package var body: Data
  }

  /// Where it listens.
  package let port: UInt16
  private let listener: Int32
  private let steps: Mutex<[Step]>
  private let asked = Mutex<[Asked]>([])
  private let isOver = Atomic(false)

  /// Begins to listen on the loopback address.
  ///
  /// - Parameter steps: what it does with one request after another, and with the last of them for all that
  ///   follow.
  package init(_ steps: [Step]) throws {
    self.steps = Mutex(steps)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw ProgramError.system("socket", errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = listener
    // unsafe: the calls read and fill a local address of the length that is told.
    let answer = unsafe withUnsafeMutablePointer(to: &address) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        unsafe bind(number, place, length) == 0 && Glibc.listen(number, 64) == 0
          && getsockname(number, place, &length) == 0
      }
    }
    guard answer else { throw ProgramError.system("bind", errno) }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [listener = listener] in
      while !self.isOver.load(ordering: .acquiring) {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        self.serve(connection)
      }
      // Here and not by whoever stops it: the number would be another server's before this thread has noticed.
      close(listener)
    }
  }

  /// What it was asked so far.
  package var requests: [Asked] { asked.withLock { $0 } }

  /// Ends it; a server at work keeps itself alive.
  package func stop() {
    // Nobody is taken any more, and `accept` returns; after that the number is the thread's to close.
    shutdown(listener, Int32(SHUT_RDWR))
    isOver.store(true, ordering: .releasing)
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    let step = steps.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    var bytes: [UInt8] = []
    while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
      guard let more = Self.read(connection) else { return }
      bytes += more
    }
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    var request = Asked(line: String(lines[0]), fields: [:], count: 0, body: Data())
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      request.fields[parts[0].lowercased()] = parts.last?.trimmingCharacters(in: .whitespaces)
    }
    request.body = Data(bytes[end...])
    request.count = request.body.count
    if case .early(let status, let body) = step {
      asked.withLock { $0.append(request) }
      Self.send(connection, status, [], body)
      usleep(300_000)
      return
    }
    if case .silent = step {
      asked.withLock { $0.append(request) }
      while !isOver.load(ordering: .acquiring), Self.read(connection) != nil {}
      return
    }
    let length = Int(request.fields["content-length"] ?? "") ?? 0
    while request.count < length, let more = Self.read(connection) {
      request.count += more.count
      if request.body.count < 1 << 20 { request.body += more }
      if case .slow = step { usleep(12_500) }
    }
    asked.withLock { $0.append(request) }
    switch step {
    case .answer(let status, let fields, let body): Self.send(connection, status, fields, body)
    case .slow(let status): Self.send(connection, status, [], "{}")
    default:
      var linger = linger(l_onoff: 1, l_linger: 0)
      // unsafe: the call reads a local value; closing then resets the connection.
      _ = unsafe setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }
  }

  private static func read(_ connection: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // unsafe: the call fills at most the buffer's own length.
    let count = unsafe recv(connection, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private static func send(_ connection: Int32, _ status: Int, _ fields: [String], _ body: String) {
    let head =
      ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)", "Connection: close"]
      + ["Content-Type: application/json"] + fields
    let bytes = Array((head + ["", body]).joined(separator: "\r\n").utf8)
    // unsafe: the bytes are lent for the call.
    _ = unsafe Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
