internal import Foundation
internal import Glibc
internal import HTTP

// ServerSteps [CONNECTIONS [CERTIFICATE KEY]]: a server on a free port of 127.0.0.1, which it prints, until
// SIGTERM comes. It takes at most 10,000,000 bytes and answers with their count.
var configuration = ServerConfiguration(host: "127.0.0.1", port: 0)
if CommandLine.arguments.count > 1 {
  configuration.connections = Int(CommandLine.arguments[1]) ?? configuration.connections
}
if CommandLine.arguments.count > 3 {
  let files = CommandLine.arguments[2...3].map {
    [UInt8]((try? Data(contentsOf: URL(filePath: $0))) ?? Data())
  }
  // What is no certificate ends the program, since it would serve something else than was asked for.
  guard let identity = try? TLSIdentity(certificate: files[0], key: files[1]) else { exit(2) }
  configuration.identity = identity
}
var signals = sigset_t()
unsafe sigemptyset(&signals)
unsafe sigaddset(&signals, SIGTERM)
// The set is lent for the calls.
_ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
do throws(ServerError) {
  let server = try Server.start(configuration, handler: Counter())
  print(server.port)
  // All streams.
  _ = fflush(nil)
  var signal: Int32 = 0
  _ = unsafe sigwait(&signals, &signal)
  server.stop(within: .seconds(1))
} catch {
  print(error)
  exit(1)
}
