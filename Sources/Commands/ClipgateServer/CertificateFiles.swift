internal import Foundation
internal import HTTP
internal import Service

/// Reads the certificate and the key of TLS, once, at the start.
enum CertificateFiles {
  private static let certificate = "server.tls_certificate", key = "server.tls_key"
  /// No chain and no key is longer.
  private static let mostBytes = 1 << 20

  /// - Returns: nil where plain HTTP is spoken, or none.
  static func identity(
    _ settings: ServiceSettings
  ) throws(ServerProgram.Obstacle) -> TLSIdentity? {
    guard settings.role == .serve else { return nil }
    switch (settings.tlsCertificate, settings.tlsKey) {
    case (nil, nil): return nil
    case (_?, nil): throw Self.wrong(Self.certificate, "needs \(Self.key) beside it")
    case (nil, _?): throw Self.wrong(Self.key, "needs \(Self.certificate) beside it")
    case (let certificatePath?, let keyPath?):
      let chain = try Self.bytes(certificatePath, Self.certificate)
      let secret = try Self.bytes(keyPath, Self.key)
      do throws(TLSIdentity.Fault) {
        return try TLSIdentity(certificate: chain, key: secret)
      } catch {
        switch error {
        case .certificate:
          throw Self.wrong(Self.certificate, "the file is no certificate in PEM that can be used")
        case .key: throw Self.wrong(Self.key, "the file is no key in PEM without a password")
        case .mismatch:
          throw Self.wrong(Self.key, "the key is not that of \(Self.certificate)")
        case .library:
          throw ServerProgram.Obstacle(status: 4, message: "libssl can't be set up")
        }
      }
    }
  }

  private static func wrong(_ key: String, _ what: String) -> ServerProgram.Obstacle {
    ServerProgram.Obstacle(status: 2, message: "\(key): \(what)")
  }

  private static func bytes(
    _ path: String, _ key: String
  ) throws(ServerProgram.Obstacle) -> [UInt8] {
    let data: Data
    do {
      // Nil is the end of an empty file.
      data =
        try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: mostBytes) ?? Data()
    } catch {
      throw ServerProgram.Obstacle(status: 3, message: "\(key): the file can't be read")
    }
    return [UInt8](data)
  }
}
