package import Addresses

/// Where a server listens, and what it bears.
package struct ServerConfiguration: Sendable {
  /// A name or a numeric address; all addresses of a name are listened on. `::` takes IPv4 too.
  package var host: String
  /// 0 for any that is free.
  package var port: UInt16
  /// Who it is, for TLS; nil for plain HTTP.
  package var identity: TLSIdentity?
  /// Threads that carry connections.
  package var threads = 4
  /// How much of a request's structure is taken.
  package var limits = RequestLimits()
  /// Connections at once; one more is told 503.
  package var connections = 512
  /// Bodies that are received at once, half of them for those that have moved; one more is told 503.
  package var bodies = 64
  /// How much of a body has to have come, where that is not all of it, for it to have moved. More than one
  /// brings that is cut for its slowness, and little enough for every connection to keep it.
  package var movingBytes = 16_384
  /// Connections of one client at once, an IPv4 address or an IPv6 /64; one more is told 503. A quarter of
  /// `connections`, so that no one client keeps others out; nil for as many as there may be.
  package var connectionsPerAddress: Int? = 128
  /// Bodies of one client that are received at once; one more is told 503.
  package var bodiesPerAddress: Int? = 32
  /// Costly requests of one client in a minute, all at once if it likes; one more is told 503.
  package var uploadsPerMinute: Int? = 120
  /// The proxies whose `X-Forwarded-For` tells the client; for themselves they have no bounds.
  package var trustedProxies: [AddressRange] = []
  /// Whether clients of this machine, who are all one address, have no bounds.
  package var exemptsLoopback = true
  /// Seconds that 503 of the server's own tells the client to wait.
  package var retryAfter = 5
  /// For the whole head, from the connection or the first byte of a next request on: 408.
  package var headDeadline = Duration.seconds(10)
  /// For the next request to begin on an open connection.
  package var idleDeadline = Duration.seconds(60)
  /// The length of the spans in each of which, but the first, a body has to come at `bodyRate`: 408.
  package var bodySpan = Duration.seconds(10)
  /// Bytes a second that a body has to come at.
  package var bodyRate = 1024
  /// For a client to take anything at all of an answer.
  package var sendDeadline = Duration.seconds(60)
  /// How long a client that was refused in the middle of its body may go on sending.
  package var lingerDeadline = Duration.seconds(15)
  /// How many bytes of that are read and thrown away.
  package var lingerBytes: Int64 = 64 << 20
  /// How often a stream of events that has none sends a comment, which finds clients that are gone.
  package var heartbeat = Duration.seconds(15)

  /// Changes every answer before it is sent, the server's own included.
  ///
  /// Of a head that came in part, or is none, it gets what was read behind the request line; nil where
  /// that is nothing.
  package var decorate: @Sendable (inout Response, RequestHead?) -> Void = { _, _ in }
  /// Makes the server's own answers.
  package var problem: @Sendable (_ status: Int, _ code: String, _ detail: String) -> Response =
    Response.problem
  /// Hears of every request that was answered or lost.
  package var observe: @Sendable (Exchange) -> Void = { _ in }

  /// A server at an address.
  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }
}
