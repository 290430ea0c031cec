import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite(
  "Certificates and keys",
  .enabled(if: EncryptedServer.canRun, "python3 or openssl is not here"))
struct TLSIdentityTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try Certificate.make(for: "localhost", in: folder)
    for arguments in [
      ["genrsa", "-out", folder.file("other.pem"), "2048"],
      [
        "ec", "-in", folder.file("key.pem"), "-aes128", "-passout", "pass:secret", "-out",
        folder.file("locked.pem"),
      ],
    ] {
      #expect(try Tool(name: "openssl").run(arguments).ending == .exit(0))
    }
    let certificate = try Data(contentsOf: URL(filePath: folder.file("certificate.pem")))
    _ = try folder.write(certificate + certificate, as: "chain.pem")
    _ = try folder.write(
      certificate + Data("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8),
      as: "broken.pem")
    _ = try folder.write(Data(), as: "empty.pem")
  }

  @Test(arguments: [
    ("certificate.pem", "other.pem", TLSIdentity.Fault.mismatch),
    ("certificate.pem", "locked.pem", .key), ("certificate.pem", "certificate.pem", .key),
    ("certificate.pem", "empty.pem", .key), ("key.pem", "key.pem", .certificate),
    ("empty.pem", "key.pem", .certificate), ("broken.pem", "key.pem", .certificate),
  ])
  func `what does not do is told`(
    certificate: String, key: String, fault: TLSIdentity.Fault
  ) throws {
    #expect(throws: fault) {
      try EncryptedServer.identity(in: folder, certificate: certificate, key: key)
    }
  }

  @Test func `the chain is shown with the certificate`() throws {
    let identity = try EncryptedServer.identity(in: folder, certificate: "chain.pem")
    let server = try RunningServer { $0.identity = identity }
    let shown = try Tool(name: "openssl").run([
      "s_client", "-connect", "127.0.0.1:\(server.port)", "-showcerts",
    ]).output
    #expect(shown.ranges(of: "BEGIN CERTIFICATE").count == 2)
  }
}
