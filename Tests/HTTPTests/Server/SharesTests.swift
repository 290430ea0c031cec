import Addresses
import Testing

@testable import HTTP

@Suite("Shares")
struct SharesTests {
  private let start = Instant.now

  @Test func `a minute's requests may come at once, and others as time makes up for them`() throws {
    let (shares, client) = (shares { $0.uploadsPerMinute = 3 }, IPAddress("203.0.113.9"))
    for _ in 0..<3 { #expect(shares.spend(client, now: start) == nil) }
    let wait = try #require(shares.spend(client, now: start))
    #expect(abs(wait / .seconds(1) - 20) < 0.001)
    // What is refused costs nothing.
    let rest = try #require(shares.spend(client, now: start + .seconds(15)))
    #expect(abs(rest / .seconds(1) - 5) < 0.001)
    #expect(shares.spend(client, now: start + .milliseconds(20_001)) == nil)
    #expect(shares.spend(client, now: start + .milliseconds(20_002)) != nil)
    #expect(shares.spend(IPAddress("203.0.113.8"), now: start) == nil)
  }

  @Test func `who has given everything back is forgotten`() {
    let (shares, client) = (shares { _ in }, IPAddress("203.0.113.9"))
    for kind in [Shares.Kind.connection, .body, .refusal] {
      #expect(shares.take(kind, client))
      #expect(shares.count == 1)
      shares.give(kind, client)
      #expect(shares.count == 0)
    }
  }

  @Test func `who has sent is forgotten when time has made up for it and he goes`() {
    let (shares, client) = (shares { $0.uploadsPerMinute = 60 }, IPAddress("203.0.113.9"))
    _ = shares.take(.connection, client, now: start)
    _ = shares.spend(client, now: start)
    shares.give(.connection, client, now: start + .milliseconds(500))
    #expect(shares.count == 1)
    _ = shares.take(.connection, client, now: start + .seconds(1))
    shares.give(.connection, client, now: start + .seconds(2))
    #expect(shares.count == 0)
  }

  @Test func `a hundred thousand networks take no more memory than four thousand`() {
    let shares = shares { $0.uploadsPerMinute = 2 }
    let (holder, steady) = (IPAddress("203.0.113.9"), IPAddress("203.0.113.8"))
    _ = shares.take(.body, holder, now: start)
    var most = 0
    for number in 0..<100_000 {
      let now = start + .microseconds(number)
      let groups = [number >> 16, number & 0xFFFF].map { String($0, radix: 16) }
      let text = "2001:db8:\(groups[0]):\(groups[1])::1"
      #expect(shares.spend(IPAddress(text)?.subscriber, now: now) == nil)
      if number % 1000 == 0 { _ = shares.spend(steady, now: now) }
      most = max(most, shares.count)
    }
    #expect(most <= 4097)
    // Who holds something, or came of late, is none of those who are forgotten.
    #expect(shares.spend(steady, now: start + .seconds(1)) != nil)
    shares.give(.body, holder, now: start)
    #expect(shares.take(.body, holder, now: start))
  }

  @Test func `no bound is none`() {
    let shares = shares {
      ($0.connectionsPerAddress, $0.bodiesPerAddress, $0.uploadsPerMinute) = (nil, nil, nil)
    }
    let client = IPAddress("203.0.113.9")
    for _ in 0..<1000 {
      #expect(shares.take(.connection, client) && shares.take(.body, client))
      #expect(shares.spend(client) == nil)
    }
  }

  private func shares(_ change: (inout ServerConfiguration) -> Void) -> Shares {
    var configuration = ServerConfiguration(host: "127.0.0.1", port: 0)
    change(&configuration)
    return Shares(configuration)
  }
}
