internal import CLinux
package import Foundation
internal import Glibc

/// A program that a test runs as a person would: arguments in, text and an exit code out.
///
/// Output goes to temporary files without a name, not to pipes, so that a program that prints a lot can
/// never wait for its reader. Calls block; a run that outlives its deadline is killed and throws.
package struct Program: Sendable {
  /// The file to execute.
  package let path: String

  package init(path: String) { self.path = path }

  /// The `clipgate` of this build: `CLIPGATE_BINARY`, else the product next to the test bundle.
  package static func clipgate() throws -> Program {
    if let named = ProcessInfo.processInfo.environment["CLIPGATE_BINARY"] {
      return Program(path: named)
    }
    return try built("clipgate")
  }

  /// A product of this build, next to the test bundle.
  package static func built(_ name: String) throws -> Program {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let product = URL(filePath: bundle).deletingLastPathComponent().appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: product) else {
      throw ProgramError.notFound(name)
    }
    return Program(path: product)
  }

  /// A program of the machine, found in `PATH`; nil where it is not installed.
  package static func installed(_ name: String) -> Program? {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    for folder in folders.split(separator: ":") {
      let candidate = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: candidate) { return Program(path: candidate) }
    }
    return nil
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - input: what standard input holds; nothing by default.
  ///   - environment: added to this process's; a nil value removes a variable.
  ///   - directory: where it runs; this process's directory by default.
  ///   - deadline: how long it may take before it is killed.
  /// - Throws: `ProgramError`.
  package func run(
    _ arguments: [String], input: Data = Data(), environment: [String: String?] = [:],
    directory: String? = nil, deadline: Duration = .seconds(60)
  ) throws -> Outcome {
    try start(arguments, input: input, environment: environment, directory: directory)
      .wait(deadline: deadline)
  }

  /// Starts the program and returns at once, for tests that send it signals.
  ///
  /// The program leads a process group of its own.
  package func start(
    _ arguments: [String], input: Data = Data(), environment: [String: String?] = [:],
    directory: String? = nil
  ) throws -> RunningProgram {
    let source = try scratchFile()
    defer { close(source) }
    try FileHandle(fileDescriptor: source, closeOnDealloc: false).write(contentsOf: input)
    guard lseek(source, 0, SEEK_SET) == 0 else { throw ProgramError.system("lseek", errno) }
    return try start(
      arguments, standardInput: source, environment: environment, directory: directory)
  }

  /// The same with a descriptor of the caller's as standard input.
  package func start(
    _ arguments: [String] = [], standardInput source: Int32,
    environment: [String: String?] = [:], directory: String? = nil
  ) throws -> RunningProgram {
    let output = try scratchFile()
    let errors = try scratchFile()
    // The C library's headers keep the spawn action that changes the folder to themselves.
    let mover = directory.map { ["/usr/bin/env", "-C", $0] } ?? []
    let words = mover + [path] + arguments
    // The suite's own settings are no configuration of the program that it runs.
    var merged = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("CLIPGATE_") }
      .mapValues(Optional.some)
    merged.merge(environment) { $1 }
    let settings = merged.compactMap { name, value in value.map { "\(name)=\($0)" } }
    do {
      let process = try spawn(
        words, settings: settings, descriptors: [source, output, errors])
      return RunningProgram(process: process, output: output, errors: errors)
    } catch {
      close(output)
      close(errors)
      throw error
    }
  }

  /// An open file without a name.
  private func scratchFile() throws -> Int32 {
    let name = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    // unsafe: both calls read a string of ours that outlives them.
    let file = unsafe open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw ProgramError.system("open", errno) }
    unsafe unlink(name)
    return file
  }

  private func spawn(
    _ words: [String], settings: [String], descriptors: [Int32]
  ) throws -> pid_t {
    // unsafe: posix_spawn takes its arguments as C strings; each array below outlives the call and
    // is freed after it.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // What other tests have open at the moment is not the program's.
    _ = unsafe clinux_spawn_close_from(&actions, Int32(descriptors.count))
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // A thread of the test's pool blocks signals, and a child would inherit that.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    let flags = Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK)
    unsafe posix_spawnattr_setflags(&attributes, flags)
    let arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    let variables = unsafe settings.map { unsafe strdup($0) } + [nil]
    defer { unsafe release(arguments + variables) }
    var process: pid_t = 0
    let failure = unsafe posix_spawn(
      &process, words[0], &actions, &attributes, arguments, variables)
    guard failure == 0 else { throw ProgramError.system("posix_spawn", failure) }
    return process
  }

  private func release(_ words: [UnsafeMutablePointer<CChar>?]) {
    for index in unsafe words.indices { unsafe free(words[index]) }
  }
}

/// Why a program gave no outcome.
package enum ProgramError: Error, CustomStringConvertible {
  /// It is not where it should be.
  case notFound(String)
  /// A call failed with this `errno`.
  case system(String, Int32)
  /// It was killed because it outlived its deadline.
  case outlivedDeadline(Duration)

  package var description: String {
    switch self {
    case .notFound(let name): "\(name) is not built or installed"
    case .system(let call, let number): "\(call) failed (\(number))"
    case .outlivedDeadline(let deadline): "still running after \(deadline)"
    }
  }
}
