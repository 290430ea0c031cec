import TestSupport
import Testing

/// What the built program links, as its dynamic section says (`readelf -d`).
@Suite struct LinkTests {
  @Test(arguments: [
    "libavformat.so", "libavcodec.so", "libavfilter.so", "libavutil.so", "libswscale.so",
    "libpopt.so",
  ])
  func `clipgate opens movies itself and reads its command line with popt`(library: String) throws {
    #expect(try needed(by: .clipgate()).contains { $0.hasPrefix(library) })
  }

  @Test(arguments: [
    "libcurl", "libpq", "libsqlite3", "libmicrohttpd", "libssl", "libcrypto", "libgnutls",
    "libFoundationNetworking", "libFoundationXML",
  ])
  func `what opens movies links no network or database library`(library: String) throws {
    for program in [try Program.clipgate(), try Program.built("clipgate-runner")] {
      let needed = try needed(by: program)
      #expect(needed.filter { $0.hasPrefix(library) } == [])
      // The list was read.
      #expect(needed.contains { $0.hasPrefix("libc.so") })
    }
  }

  @Test(arguments: ["libav", "libswscale", "libswresample", "libpostproc", "libx264", "libpopt"])
  func `the server links nothing that opens movies`(library: String) throws {
    let needed = try needed(by: Program.built("clipgate-server"))
    #expect(needed.filter { $0.hasPrefix(library) } == [])
    #expect(needed.contains { $0.hasPrefix("libsqlite3.so") })
    // It speaks TLS and sends webhooks; the list above says that nobody else does.
    #expect(needed.contains { $0.hasPrefix("libssl.so") })
    #expect(needed.contains { $0.hasPrefix("libcurl.so") })
  }

  @Test(arguments: ["libav", "libswscale", "libswresample", "libx264", "libpopt", "libsqlite3"])
  func `the sender links the network, and nothing that opens movies`(library: String) throws {
    let needed = try needed(by: Program.built("clipgate-sender"))
    #expect(needed.filter { $0.hasPrefix(library) } == [])
    #expect(needed.contains { $0.hasPrefix("libcurl.so") })
    // URLSession may end its process where a transfer is broken off.
    #expect(!needed.contains { $0.hasPrefix("libFoundationNetworking") })
  }

  /// The libraries that a program names itself; those that they name in turn are not here.
  private func needed(by program: Program) throws -> [String] {
    let readelf = try #require(Program.installed("readelf"))
    let outcome = try readelf.run(["-d", "-W", program.path])
    try #require(outcome.ending == .exit(0))
    return outcome.lines.filter { $0.contains("(NEEDED)") }.compactMap {
      $0.firstMatch(of: #/\[(.+)\]/#).map { String($0.1) }
    }
  }
}
