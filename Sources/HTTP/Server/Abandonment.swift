/// Why a body ends before its end.
package enum Abandonment: Sendable, Equatable {
  /// The client closed or lost the connection.
  case gone
  /// The body is larger than `Beginning.receive` allows: 413.
  case tooLarge
  /// It comes too slowly: 408.
  case tooSlow
  /// Its chunks are none: 400.
  case malformed
  /// As many bodies as the server takes at once are on their way: 503.
  case busy
  /// The server stops.
  case stopping
}
