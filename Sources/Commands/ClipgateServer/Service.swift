internal import Addresses
internal import Foundation
internal import FrontDoor
internal import Glibc
internal import HTTP
internal import Ledger
internal import Sandbox
internal import Service
internal import Storage
internal import Threads
internal import Webhooks
internal import Worker

/// The rooms of a running service, put together.
final class Service {
  private let presence: Presence
  private let runner: Runner
  private let workers: Workers
  private let sweeper: Sweeper
  private let telling: Telling
  private var door: FrontDoor?
  private var server: Server?
  /// Nil where nobody wants messages.
  private let sender: Sender?

  /// How long what is at work may take when the service ends.
  private static let grace = Duration.seconds(8)

  /// Opens database and store, and begins to work and to listen.
  init(_ settings: ServiceSettings) throws(ServerProgram.Obstacle) {
    let token = try Self.token(settings)
    let identity = try CertificateFiles.identity(settings)
    // Taken out of the environment before there is another process.
    let secrets = try WebhookSecrets.take(settings)
    let width = settings.workers ?? ProcessInfo.processInfo.activeProcessorCount
    if !Kernel.confines, !settings.isUnconfined {
      throw ServerProgram.Obstacle(
        status: 4,
        message: "this kernel can't confine decoders in full; see clipgate doctor, or --unconfined")
    }
    let data = try Self.folder(settings.data)
    let ledger: SQLiteLedger
    let store: DirectoryStore
    do {
      ledger = try SQLiteLedger(
        at: data + "/clipgate.db",
        settings: LedgerSettings(
          maxAttempts: Self.maxAttempts, deliversWebhooks: secrets != nil))
      store = try DirectoryStore(at: data + "/store")
    } catch {
      throw ServerProgram.Obstacle(status: 3, message: "--data \(settings.data): \(error)")
    }
    guard let presence = Presence(in: data + "/processes") else {
      throw ServerProgram.Obstacle(
        status: 3, message: "--data \(settings.data): processes, errno \(errno)")
    }
    telling = Telling(ledger: ledger)
    // Judging goes on beside making, and whoever verifies what a child wrote is a child, too.
    let children = settings.role == .serve ? 2 * width + 1 : width
    let telling = telling
    do throws(SystemError) {
      runner = try Runner(
        .program(
          path: try SiblingProgram.path(of: "clipgate-runner"),
          arguments: ["--children", "\(children)"])
      ) { telling.runnerRestarted() }
    } catch {
      throw ServerProgram.Obstacle(
        status: 4, message: "clipgate-runner: \(error.call): \(error.description)")
    }
    self.presence = presence
    let sender = try Self.sender(settings, secrets, ledger, name: presence.name, telling)
    self.sender = sender
    workers = Workers(
      Workers.Rooms(
        ledger: ledger, store: store, runner: runner,
        childEnded: { telling.child($0, $1, $2) },
        told: {
          telling.worker($0)
          if case .ended = $0 { sender?.wake() }
        }),
      name: presence.name, keepsOriginals: settings.keepsOriginals)
    sweeper = Sweeper(
      ledger: ledger, store: store, presence: presence,
      keepsOriginals: settings.keepsOriginals
    ) { telling.worker($0) }
    // Who can't listen takes no job.
    if settings.role == .serve {
      try listen(settings, identity, token: token, ledger: ledger, store: store, width: width)
    }
    let address = ListenAddress(
      host: settings.listen.host, port: server?.port ?? settings.listen.port)
    let url = "\(identity == nil ? "http" : "https")://\(address.text)"
    if server == nil { telling.working(width) } else { telling.listening(at: url, workers: width) }
    sender?.start(base: settings.publicURL ?? url)
    sweeper.start()
    workers.start(width)
  }

  /// A job may meet so many faults of ours, the ends of its worker's process among them.
  private static let maxAttempts: UInt32 = 10

  private func listen(
    _ settings: ServiceSettings, _ identity: TLSIdentity?, token: String?, ledger: any Ledger,
    store: any ObjectStore, width: Int
  ) throws(ServerProgram.Obstacle) {
    let telling = telling
    let workers = workers
    let door = FrontDoor(
      settings, token: token,
      rooms: FrontDoor.Rooms(
        ledger: ledger, store: store,
        work: ConfinedWork(
          runner: runner, forgiveness: .ofVerdicts,
          ended: { telling.child($0, $1, $2) }),
        jobWaits: { workers.wake() }, metrics: { telling.exposition() },
        judged: { telling.judged($0) }), threads: width)
    var configuration = ServerConfiguration(
      host: settings.listen.host, port: settings.listen.port)
    configuration.identity = identity
    let clients = settings.clients
    configuration.connectionsPerAddress = clients.connections
    configuration.bodiesPerAddress = clients.connections.map { max(1, $0 / 4) }
    configuration.uploadsPerMinute = clients.uploadsPerMinute
    // The command line has read them.
    configuration.trustedProxies = clients.trustedProxies.compactMap(AddressRange.init)
    configuration.decorate = { door.decorate(&$0, $1) }
    configuration.problem = { door.problem($0, $1, $2) }
    configuration.observe = { telling.exchange($0) }
    do throws(ServerError) {
      server = try Server.start(configuration, handler: door)
    } catch {
      throw ServerProgram.Obstacle(
        status: 4, message: "--listen \(settings.listen.text): \(error.description)")
    }
    self.door = door
  }

  /// Ends in good order: nothing new is begun, requests are answered, jobs are done or handed back.
  func end() {
    telling.ending()
    sender?.stop()
    let limit = SuspendingClock().now + Self.grace
    let (server, door) = (server, door)
    let closed = Latch()
    Thread {
      server?.stop(within: Self.grace + .seconds(1))
      closed.open()
    }.start()
    workers.end(within: Self.grace)
    // Whoever waits for a clip learns how it stands.
    door?.endWaiting()
    // What is on its way may come, be judged and be promised: another process, or the next, makes it.
    let isClosed = closed.wait(until: limit)
    sender?.end(until: limit)
    door?.end(within: .milliseconds(500))
    if !isClosed { closed.wait() }
    sweeper.end()
    presence.leave()
    runner.close()
    telling.ended()
  }

  /// The token that callers have to send; nil where everybody may call.
  private static func token(
    _ settings: ServiceSettings
  ) throws(ServerProgram.Obstacle) -> String? {
    guard settings.role == .serve else { return nil }
    if let path = settings.tokenFile { return try SettingsReader.token(in: path) }
    guard settings.isOpen || settings.listen.isLoopback else {
      throw ServerProgram.Obstacle(
        status: 2,
        message: "--listen \(settings.listen.text): others reach this address; "
          + "give --token-file FILE, or --open to let everybody in")
    }
    return nil
  }

  /// The data's directory, made where it is missing, for this user alone.
  private static func folder(_ path: String) throws(ServerProgram.Obstacle) -> String {
    // The string is lent for the call.
    guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw ServerProgram.Obstacle(
        status: 3, message: "--data \(path): \(SystemError("mkdir").description)")
    }
    return path
  }
}
