package import Foundation
internal import Glibc
internal import Synchronization

/// A program at work; wait for it once at most.
///
/// With the last reference it ends, with every process of its group, and is buried: a test that fails
/// half way leaves nothing behind.
package final class RunningProgram: Sendable {
  /// Its process id, which is its process group's too.
  package let process: pid_t
  let output: Int32
  let errors: Int32
  /// Whether somebody has waited for its end, which is done once.
  private let isBuried = Atomic(false)

  init(process: pid_t, output: Int32, errors: Int32) {
    self.process = process
    self.output = output
    self.errors = errors
  }

  deinit {
    if !isBuried.load(ordering: .relaxed) {
      kill(-process, SIGKILL)
      var status: Int32 = 0
      // unsafe: waitpid writes to a local of ours.
      while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    close(output)
    close(errors)
  }

  /// Sends a signal to the program, as a terminal or a supervisor would.
  package func send(signal: Int32) { kill(process, signal) }

  /// Waits for the end and gives what the program printed.
  ///
  /// - Throws: `ProgramError.outlivedDeadline` after it killed the program and its children.
  package func wait(deadline: Duration = .seconds(60)) throws -> Outcome {
    isBuried.store(true, ordering: .relaxed)
    let clock = ContinuousClock()
    let start = clock.now
    var status: Int32 = 0
    var usage = rusage()
    var pause: useconds_t = 500
    while true {
      // unsafe: wait4 writes to two locals of ours.
      let ended = unsafe wait4(process, &status, WNOHANG, &usage)
      if ended == process { break }
      if ended < 0 && errno != EINTR { throw ProgramError.system("wait4", errno) }
      if clock.now - start > deadline {
        kill(-process, SIGKILL)
        _ = unsafe wait4(process, &status, 0, &usage)
        throw ProgramError.outlivedDeadline(deadline)
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    let signal = status & 0x7f
    return Outcome(
      ending: signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal),
      outputData: try contents(of: output), errorData: try contents(of: errors),
      wall: clock.now - start,
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime))
  }

  private func contents(of file: Int32) throws -> Data {
    guard lseek(file, 0, SEEK_SET) == 0 else { throw ProgramError.system("lseek", errno) }
    return try FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd() ?? Data()
  }

  private func seconds(_ time: timeval) -> Duration {
    .seconds(time.tv_sec) + .microseconds(Int64(time.tv_usec))
  }
}

/// How a program ended and what it printed.
package struct Outcome: Sendable {
  /// The end of a process.
  package enum Ending: Sendable, Equatable {
    /// It exited with this code.
    case exit(Int32)
    /// This signal ended it.
    case signal(Int32)
  }

  package let ending: Ending
  /// Standard output.
  package let outputData: Data
  /// Standard error.
  package let errorData: Data
  /// From start to end.
  package let wall: Duration
  /// User and system time of the program and the children that it waited for.
  package let cpu: Duration

  /// Standard output as text.
  package var output: String { String(decoding: outputData, as: UTF8.self) }
  /// Standard error as text.
  package var errors: String { String(decoding: errorData, as: UTF8.self) }
  /// Standard output without its line ends, a line each.
  package var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}
