internal import Glibc
internal import Hooks
internal import Ingest
internal import Rules
internal import Sandbox
internal import Service

// The command that tusd's file hooks are.
extension Run {
  /// Answers one hook request: a refusal is an answer, and 0 the status.
  func hook() throws(Stop) -> ExitStatus {
    try refuseFiles()
    let configuration = try configuration()
    let server = try server()
    let request: [UInt8]
    let task: HookTask
    do throws(SystemError) { request = try hookRequest() } catch {
      if error.number == EINTR { throw .interrupted }
      errors.message("standard input: \(error.description)")
      return .files
    }
    do throws(HookFault) { task = try HookTask(parsing: request) } catch {
      errors.message("standard input: \(error.description)")
      return .files
    }
    switch task {
    case .nothing: return try tell(.nothing)
    case .size(let size, let upload):
      return try tell(upload.verdict(ofSize: size, policy: configuration.policy))
    case .verdict(let upload): return try judge(upload, configuration)
    case .takeIn(let upload):
      guard let server else { return try judge(upload, configuration) }
      return try handOn(request, to: server, configuration)
    }
  }

  /// Gives the verdict on the file that a hook names.
  private func judge(
    _ upload: HookUpload, _ configuration: Configuration
  ) throws(Stop) -> ExitStatus {
    guard case .text(let root) = configuration[.tusdRoot].value else {
      throw .usage(
        UsageError(
          message: "hook needs \(ConfigurationKey.tusdRoot.rawValue), the folder that tusd keeps "
            + "its uploads in; or set \(ConfigurationKey.tusdRoot.variable)"))
    }
    let file: UploadFile
    do throws(UploadFault) { file = try UploadRoot(root).openWhole(upload) } catch {
      errors.message("the file of the upload can't be read: \(Self.words(error))")
      guard error != .growing else { return .files }
      return try tell(upload.unreadable)
    }
    let examination: Examination
    do throws(WorkFailure) {
      examination = try opener.examine(file.descriptor, policy: configuration.policy)
    } catch {
      if signals.interruption.isInterrupted { throw .interrupted }
      let failure = Failure(error)
      errors.message(failure.detail ?? failure.reason.message)
      return failure.status
    }
    guard file.isSettled else {
      errors.message("the file of the upload is still being written")
      return .files
    }
    return try tell(examination.verdict(name: upload.name, policy: configuration.policy))
  }

  /// Becomes the program that carries a request to a service; comes back only where that can't be.
  private func handOn(
    _ request: [UInt8], to server: String, _ configuration: Configuration
  ) throws(Stop) -> ExitStatus {
    var tokenFile: String?
    if case .text(let path) = configuration[.tokenFile].value { tokenFile = path }
    if signals.interruption.isInterrupted { throw .interrupted }
    do throws(SystemError) {
      try Self.become(
        SiblingProgram.path(of: "clipgate-server"),
        HookErrand(url: server + "/v1/hooks/tusd", tokenFile: tokenFile, request: request))
    } catch {
      errors.message("clipgate-server can't be started: \(error.call): \(error.description)")
      return .fault
    }
  }

  /// What `--server` says, without a slash at its end.
  private func server() throws(Stop) -> String? {
    guard let text = arguments.values[.server]?.text else { return nil }
    return try parsed { () throws(UsageError) in
      let value: ConfigurationValue
      // The URL of a service is what its own `public_url` says.
      do throws(ConfigurationValue.Problem) {
        value = try ConfigurationValue(parsing: text, for: .publicURL)
      } catch {
        throw UsageError(message: "--server \(Shown.quoted(text)): \(error.allowed)")
      }
      guard case .text(let url) = value else { return nil }
      return url
    }
  }

  private func tell(_ verdict: Verdict) throws(Stop) -> ExitStatus {
    try tell(verdict.accepted ? .nothing : .refusal(verdict))
  }

  private func tell(_ answer: HookAnswer) throws(Stop) -> ExitStatus {
    try write([String(decoding: answer.json, as: UTF8.self)])
    return .accepted
  }

  /// Reads standard input to its end, or to one byte more than a request has.
  private func hookRequest() throws(SystemError) -> [UInt8] {
    guard isatty(STDIN_FILENO) == 0 else { throw SystemError("read", ENOTSUP) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: HookTask.mostBytes + 1)
    while bytes.count <= HookTask.mostBytes {
      // Waiting in small pieces lets a signal end the wait; a file is always ready.
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&waiting, 1, 100)
      if signals.interruption.isInterrupted { throw SystemError("read", EINTR) }
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      // The buffer is lent for the call, which fills at most its own length.
      let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw SystemError("read") }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  private static func words(_ fault: UploadFault) -> String {
    switch fault {
    case .system(let number): SystemError("openat", number).description
    default: fault.description
    }
  }
}
