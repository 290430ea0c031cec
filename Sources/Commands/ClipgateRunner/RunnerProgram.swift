internal import Glibc
internal import Sandbox
internal import Stages

/// `clipgate-runner`: the fork server as a program of its own, told what to do over its standard
/// input, which is one end of a socket pair.
///
/// Nothing on its command line, over the channel or in a movie makes the confinement less.
enum RunnerProgram {
  private static let usage = """
    clipgate-runner opens movies for Clipgate's other programs, each in a confined process. They
    start it with a socket for its standard input; started by hand it tells only this.

      --children N      at most so many confined processes at work at once (1); one more waits
                        for work

    """

  /// - Returns: the exit code: 0 when its asker has gone, 2 for a wrong command line, 4 where it can't
  ///   confine anything.
  static func run(_ words: [String]) -> Int32 {
    guard let settings = Settings(words), isSocket(STDIN_FILENO) else {
      complain(usage)
      return 2
    }
    do {
      return try Stages.serve(
        Channel(owning: STDIN_FILENO), children: settings.children, keepsSpare: true)
    } catch {
      complain("clipgate-runner can't confine anything: \(error)\n")
      return 4
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    // `fstat` fills a local value.
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  private static func complain(_ text: String) {
    let bytes = Array(text.utf8)
    // The bytes are lent for the call; where nobody reads there is nobody to tell.
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
}
