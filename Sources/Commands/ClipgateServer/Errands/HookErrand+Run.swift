internal import Foundation
internal import Glibc
internal import Service

// A hook request that is carried to a service.
extension HookErrand {
  /// Seconds before each new attempt: the service takes each upload in once, so that trying again does no harm, and tusd does
  /// not try again itself.
  private static let pauses: [UInt32] = [1, 2]

  /// Sends the request and prints the answer.
  ///
  /// - Returns: the exit code: 0 where the service answered the hook, be it with a refusal; 2 where the token's file holds none, 3
  ///   where it can't be read, or where the service can't be reached or does not answer as a service does.
  func run() throws(ServerProgram.Obstacle) -> Int32 {
    let token = try tokenFile.map { (path) throws(ServerProgram.Obstacle) in
      try SettingsReader.token(in: path)
    }
    let post = JSONPost(url: url, token: token)
    var outcome = post.send(request)
    for pause in Self.pauses where Self.mayPass(outcome) {
      sleep(pause)
      outcome = post.send(request)
    }
    switch outcome {
    case .answer(200, let body):
      // A page of somebody else's, which tusd could not read, is no answer.
      guard (try? JSONDecoder().decode([String: Ignored].self, from: Data(body))) != nil else {
        throw ServerProgram.Obstacle(status: 3, message: "the service's answer is none to a hook")
      }
      // It ends its line itself.
      guard Self.print(body) else {
        throw ServerProgram.Obstacle(status: 3, message: "standard output can't be written")
      }
      return 0
    case .answer(let status, _):
      throw ServerProgram.Obstacle(status: 3, message: "the service answered \(status)")
    case .silent:
      throw ServerProgram.Obstacle(status: 3, message: "the service does not answer")
    case .unreachable(let why):
      throw ServerProgram.Obstacle(status: 3, message: "the service can't be reached: \(why)")
    }
  }

  /// Whether another attempt may do: a service that starts again, or has too much to do.
  private static func mayPass(_ outcome: JSONPost.Outcome) -> Bool {
    switch outcome {
    case .answer(let status, _): status >= 500
    case .unreachable: true
    // It has the request, and waits for no second one.
    case .silent: false
    }
  }

  /// Any value at all.
  private struct Ignored: Decodable {
    init(from decoder: any Decoder) {}
  }

  private static func print(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      // The slice is contiguous and lives during the call.
      let count = unsafe rest.withUnsafeBytes {
        unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var waiting = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        // Waits on a local value.
        _ = unsafe poll(&waiting, 1, -1)
        continue
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
