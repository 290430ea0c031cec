/// What one client address may take of the service.
package struct ClientLimits: Codable, Sendable, Equatable {
  /// Connections at once; a quarter as many bodies; nil for no bound.
  package var connections: Int? = 128
  /// Uploads and verdicts in a minute; nil for no bound.
  package var uploadsPerMinute: Int? = 120
  /// Addresses and ranges, as "10.0.0.0/8", of the proxies whose `X-Forwarded-For` tells the client.
  package var trustedProxies: [String] = []

  package init() {}
}
