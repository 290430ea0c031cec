internal import Foundation

/// A certificate that signs itself, made by `openssl`.
package enum Certificate {
  /// Writes `certificate.pem` and `key.pem`.
  package static func make(for host: String, in folder: ScratchFolder) throws {
    let outcome = try Tool(name: "openssl").run([
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
      "-days", "2", "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host),IP:127.0.0.1",
      "-keyout", folder.file("key.pem"), "-out", folder.file("certificate.pem"),
    ])
    guard outcome.ending == .exit(0) else { throw ProgramError.notFound(outcome.errors) }
  }
}
