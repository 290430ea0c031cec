internal import CLinux
internal import Foundation
internal import Glibc
internal import Ingest
internal import Sandbox
internal import Service

/// `clipgate-sender` at work on one movie.
///
/// The network is another program's matter, so that the one that opens movies links no library for it. It
/// lives no longer than its standard input, which this process holds: however this one ends, that one
/// stops.
struct Sender: ~Copyable {
  private let process: pid_t
  /// The sender's standard input and output; its end tells it to end.
  private let channel: Descriptor

  /// Starts it.
  ///
  /// - Parameters:
  ///   - movie: a descriptor of the file that is sent.
  ///   - environment: what it is started with, proxies and certificates among it; what is this
  ///     program's own is left out, a token most of all.
  init(
    _ order: SendOrder, movie: Int32, environment: [String: String]
  ) throws(SystemError) {
    let path = try SiblingProgram.path(of: "clipgate-sender")
    var ends: [Int32] = [-1, -1]
    // Fills an array of two.
    _ = try check("socketpair") {
      unsafe socketpair(
        AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
    }
    let channel = Descriptor(owning: ends[0])
    let theirs = Descriptor(owning: ends[1])
    let settings = environment.filter { !$0.key.hasPrefix("CLIPGATE_") }
      .map { "\($0.key)=\($0.value)" }
    let process = try Self.spawn(
      path, [theirs.number, theirs.number, movie], settings: settings)
    // Only a string that is none can't be written, and an order holds none.
    let line = Array((try? JSONEncoder().encode(order)) ?? Data()) + [UInt8(ascii: "\n")]
    // One that has died already is noticed by the end of the channel.
    do throws(SystemError) { try channel.write(line) } catch {}
    self.process = process
    self.channel = channel
  }

  /// Waits for the answer.
  ///
  /// - Parameter progress: told the share that was sent, from 0 to 1.
  /// - Returns: the last news; nil where none came, for the sender died or was interrupted.
  consuming func news(
    interruption: Interruption, progress: (Double) -> Void
  ) -> SendNews? {
    var (pending, last): ([UInt8], SendNews?) = ([], nil)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while last == nil, !interruption.isInterrupted {
      // Waiting in small pieces lets a signal end the wait.
      var waiting = pollfd(fd: channel.number, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, 100)
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      // `read` fills at most the buffer's own length.
      let count = unsafe read(channel.number, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      pending += buffer[..<count]
      while last == nil, let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = pending[..<end]
        pending = Array(pending[(end + 1)...])
        switch try? JSONDecoder().decode(SendNews.self, from: Data(line)) {
        case .sent(let share): progress(share)
        case let news?: last = news
        case nil: break
        }
      }
    }
    end()
    return last
  }

  /// Lets it end, and buries it; it has two seconds.
  private func end() {
    _ = shutdown(channel.number, Int32(SHUT_RDWR))
    var status: Int32 = 0
    var isOver = false
    for _ in 0..<200 where !isOver {
      // Fills a local number.
      isOver = unsafe waitpid(process, &status, WNOHANG) != 0
      if !isOver { usleep(10_000) }
    }
    if !isOver {
      kill(process, SIGKILL)
      while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
    }
  }

  /// - Parameter descriptors: its standard input and output, and the movie.
  private static func spawn(
    _ path: String, _ descriptors: [Int32], settings: [String]
  ) throws(SystemError) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    var process = pid_t()
    // The actions are made, used and destroyed here.
    _ = unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    let places = [STDIN_FILENO, STDOUT_FILENO, SendOrder.movieDescriptor]
    for (descriptor, place) in zip(descriptors, places) {
      _ = unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, place)
    }
    _ = unsafe clinux_spawn_close_from(&actions, SendOrder.movieDescriptor + 1)
    // Strings that live until they are freed after the call; the lists end with NULL.
    var words = unsafe [strdup(path), nil]
    var variables = unsafe settings.map { unsafe strdup($0) } + [nil]
    let strings = unsafe words + variables
    defer { for place in unsafe strings.indices { unsafe free(strings[place]) } }
    let answer = unsafe posix_spawn(&process, path, &actions, nil, &words, &variables)
    guard answer == 0 else { throw SystemError("posix_spawn", answer) }
    return process
  }
}
