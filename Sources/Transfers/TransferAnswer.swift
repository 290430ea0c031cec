/// What a server answered.
package struct TransferAnswer: Sendable, Equatable {
  /// The status of HTTP, from 200 on.
  package var status: Int
  /// The fields of its header, by their names in lower case; of several with one name the values are set
  /// apart by commas (RFC 9110, 5.3).
  package var fields: [String: String]
  /// Its body.
  package var body: [UInt8]
  /// How long it wants to be left alone (`Retry-After`, seconds or a date), where it says so.
  package var retryAfter: Duration?
}
