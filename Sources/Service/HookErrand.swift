/// What `clipgate hook` tells `clipgate-server`, which it becomes to hand a hook request on.
///
/// The program that opens movies links no network library; the one that does carries the request. As with
/// `ServiceSettings` no secret is in it: it names the file that holds the token.
package struct HookErrand: Codable, Sendable, Equatable {
  /// The route that takes it, as "http://127.0.0.1:8080/v1/hooks/tusd".
  package var url: String
  /// The file whose first line is the bearer token; nil where there is none.
  package var tokenFile: String?
  /// The hook request, as it came.
  package var request: [UInt8]

  package init(url: String, tokenFile: String?, request: [UInt8]) {
    self.url = url
    self.tokenFile = tokenFile
    self.request = request
  }
}
