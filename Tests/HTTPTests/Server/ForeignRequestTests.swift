import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Whole requests that others wrote: public bug reports and attacks.
@Suite("Requests from elsewhere")
struct ForeignRequestTests {
  /// What the server itself refuses; what is wrong with the others is in their bodies.
  private static let refused: [String: Int] = [
    "http-header-nul.req": 400, "http-no-host.req": 400,
    "http-two-hosts.req": 400, "http-version-9.req": 400, "http-garbage.req": 400,
    "http-tls-hello.req": 400, "http-cl-2e64.req": 400, "http-chunk-ext-100k.req": 400,
    "http-chunk-size-overflow.req": 400, "http-cl-too-long.req": 400, "short_body.http": 400,
    "http-headers-5000.req": 431, "http-uri-100k.req": 431, "http-cl-11MB.req": 413,
    "http-cl-11MB-expect.req": 413,
  ]

  private static let requests: [String] = ["cases/http", "hostile"].compactMap {
    Checkout.shared($0)
  }.flatMap { folder in
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { $0.hasSuffix(".http") || $0.hasSuffix(".req") }.map { "\(folder)/\($0)" }
  }

  @Test(
    "Each is taken or refused as it must be, whole and in pieces",
    .enabled(if: Checkout.shared("cases/http") != nil, "../shared is not here"),
    arguments: requests, [Int.max, 1, 7])
  func outcome(path: String, piece: Int) throws {
    let name = String(path.split(separator: "/").last ?? "")
    let request = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // A megabyte byte by byte takes minutes, and is only a long body.
    guard request.count < 150_000 || piece == .max else { return }
    let running = try RunningServer { $0.lingerDeadline = .milliseconds(300) }
    let (replies, end) = try Wire.ask(running.port, request, piece: piece)
    #expect(replies.map(\.status) == [Self.refused[name] ?? 200], "\(name)")
    #expect(end == .closed, "\(name)")
  }
}
