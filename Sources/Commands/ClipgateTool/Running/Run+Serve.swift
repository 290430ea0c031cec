internal import CLinux
internal import Foundation
internal import Glibc
internal import Ingest
internal import Rules
internal import Sandbox
internal import Service

// The commands that are another program: `clipgate-server`, which lies beside this one.
extension Run {
  /// Becomes the service, or workers alone; comes back only where that can't be.
  func serve(as role: ServiceSettings.Role) throws(Stop) -> ExitStatus {
    try refuseFiles()
    for option in [Option.database, .store] where arguments.has(option) {
      throw .usage(
        UsageError(message: "\(option.flag) is not in this version yet; --data holds both"))
    }
    if role == .work {
      for option in [Option.listen, .tokenFile, .open] where arguments.has(option) {
        throw .usage(UsageError(message: "\(option.flag) does not go with work"))
      }
    }
    let configuration = try configuration()
    let settings = settings(role, configuration)
    if signals.interruption.isInterrupted { throw .interrupted }
    do throws(SystemError) {
      try Self.become(SiblingProgram.path(of: "clipgate-server"), settings)
    } catch {
      errors.message("clipgate-server can't be started: \(error.call): \(error.description)")
      return .fault
    }
  }

  private func settings(
    _ role: ServiceSettings.Role, _ configuration: Configuration
  ) -> ServiceSettings {
    func text(_ key: ConfigurationKey) -> String? {
      if case .text(let text) = configuration[key].value { text } else { nil }
    }
    func flag(_ key: ConfigurationKey) -> Bool { configuration[key].value == .flag(true) }
    var listen = ListenAddress.standard
    if case .address(let address) = configuration[.listen].value { listen = address }
    var workers: Int?
    if case .count(let count) = configuration[.workers].value { workers = count }
    var origins: [String] = []
    if case .texts(let texts) = configuration[.corsOrigins].value { origins = texts }
    var settings = ServiceSettings(
      role: role, listen: listen, data: text(.data) ?? "", workers: workers,
      tokenFile: text(.tokenFile), isOpen: arguments.has(.open),
      isUnconfined: arguments.has(.unconfined), policy: configuration.policy,
      publicURL: text(.publicURL), corsOrigins: origins, keepsOriginals: flag(.keepOriginals),
      isChatterOpen: flag(.chatterOpen), tusdRoot: text(.tusdRoot),
      webhookURL: text(.webhookURL).flatMap(WebURL.init),
      webhookSecretFile: text(.webhookSecretFile))
    settings.tlsCertificate = text(.tlsCertificate)
    settings.tlsKey = text(.tlsKey)
    func bound(_ key: ConfigurationKey) -> Int? {
      if case .count(let count) = configuration[key].value, count > 0 { count } else { nil }
    }
    settings.clients.connections = bound(.maxConnectionsPerAddress)
    settings.clients.uploadsPerMinute = bound(.uploadsPerMinute)
    if case .texts(let ranges) = configuration[.trustedProxies].value {
      settings.clients.trustedProxies = ranges
    }
    return settings
  }

  /// Replaces this process; what it had open is closed, and its standard input is the settings.
  static func become(
    _ path: String, _ settings: some Encodable
  ) throws(SystemError) -> Never {
    // Only a number that is none can't be written, and no setting holds one.
    let document = Array((try? JSONEncoder().encode(settings)) ?? Data())
    // A constant string is lent for the call.
    let file = unsafe clinux_memory_file("settings")
    guard file >= 0 else { throw SystemError("memfd_create") }
    // The bytes are lent for the call; a file in memory takes all at once.
    guard unsafe Glibc.write(file, document, document.count) == document.count,
      lseek(file, 0, SEEK_SET) == 0, dup2(file, STDIN_FILENO) == STDIN_FILENO
    else { throw SystemError("write") }
    _ = clinux_close_from(UInt32(STDERR_FILENO) + 1)
    // Copies that live until the process is replaced, or until it ends; the list ends with NULL.
    var words = unsafe [strdup(path), nil]
    _ = unsafe execv(path, &words)
    throw SystemError("execv")
  }
}
