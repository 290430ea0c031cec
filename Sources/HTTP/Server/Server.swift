internal import Glibc

/// An HTTP/1.1 server (RFC 9110, 9112), plain or by TLS: a few threads, each with many connections.
///
/// It goes on until it is stopped, whether this value is kept or not.
package final class Server: Sendable {
  /// The port that it listens on.
  package let port: UInt16
  private let threads: [LoopThread]

  private init(port: UInt16, threads: [LoopThread]) {
    self.port = port
    self.threads = threads
  }

  /// Listens, and answers from now on.
  ///
  /// - Throws: `ServerError` where no address can be listened on.
  package static func start(
    _ configuration: ServerConfiguration, handler: some RequestHandler
  ) throws(ServerError) -> Server {
    let state = ServerState(configuration, handler)
    var loops: [EventLoop] = []
    for _ in 0..<max(1, configuration.threads) { loops.append(try EventLoop(state)) }
    let (listeners, port) = try Listeners.open(configuration.host, configuration.port)
    try loops[0].accept(Acceptor(listeners, state, loops.map(\.mailbox)))
    var threads: [LoopThread] = []
    do throws(ServerError) {
      for loop in loops { threads.append(try LoopThread(loop)) }
    } catch {
      for thread in threads { thread.loop.mailbox.post(.stop(.now)) }
      for thread in threads { thread.join() }
      throw error
    }
    return Server(port: port, threads: threads)
  }

  /// Stops accepting at once, closes idle connections, ends streams of events, finishes requests in
  /// progress, and cuts what is left when the time is over; returns when all connections are closed.
  ///
  /// Called once. Not to be called by a handler or a receiver, since it waits for them.
  @available(*, noasync)
  package func stop(within time: Duration) {
    // The first has the acceptor, which tells the others.
    threads.first?.loop.mailbox.post(.stop(.now + time))
    for thread in threads { thread.join() }
  }
}
