/// An HTTP/1.1 server (RFC 9110, 9112) over plain sockets.
package final class Server: Sendable {
  /// The port that it listens on.
  package let port: UInt16

  private init(port: UInt16) { self.port = port }

  /// Listens, and answers from now on.
  ///
  /// - Throws: `ServerError` where no address can be listened on.
  package static func start(
    _ configuration: ServerConfiguration, handler: some RequestHandler
  ) throws(ServerError) -> Server {
    throw ServerError("listen", errno: 38)
  }

  /// Stops accepting at once, closes idle connections, ends streams of events, finishes requests in
  /// progress, and cuts what is left when the time is over; returns when all connections are closed.
  ///
  /// Not to be called by a handler or a receiver, since it waits for them.
  @available(*, noasync)
  package func stop(within time: Duration) {}
}
