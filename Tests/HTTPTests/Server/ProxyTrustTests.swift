import Addresses
import Testing

@testable import HTTP

@Suite("Proxies")
struct ProxyTrustTests {
  @Test(
    "the last hop that is no proxy of ours is the client",
    arguments: [
      (["203.0.113.9"], "203.0.113.9"), (["8.8.8.8, 203.0.113.9"], "203.0.113.9"),
      (["203.0.113.9, 10.0.0.2"], "203.0.113.9"), (["203.0.113.9", "10.0.0.2"], "203.0.113.9"),
      (["127.0.0.1, 203.0.113.9"], "203.0.113.9"), (["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
      (["[2001:db8::1]:4711"], "2001:db8::1"), (["203.0.113.9:4711"], "203.0.113.9"),
      (["2001:db8::1"], "2001:db8::1"), (["8.8.8.8, nobody"], "10.0.0.1"),
      (["8.8.8.8, nobody, 10.0.0.2"], "10.0.0.2"), (["\t203.0.113.9 "], "203.0.113.9"),
    ])
  func origins(values: [String], client: String) throws {
    var fields = HeaderFields()
    for value in values { fields.append("X-Forwarded-For", value) }
    #expect(try trust().origin(IPAddress("10.0.0.1"), fields)?.text == client)
  }

  @Test func `nobody else is believed`() throws {
    let fields: HeaderFields = ["X-Forwarded-For": "203.0.113.9"]
    #expect(try trust().origin(IPAddress("192.0.2.1"), fields) == nil)
    #expect(try trust().origin(IPAddress("127.0.0.1"), fields) == nil)
  }

  @Test func `this machine and proxies have no bounds, others have`() throws {
    let trust = try trust()
    #expect(trust.client(of: IPAddress("127.0.0.1")) == nil)
    #expect(trust.client(of: IPAddress("::1")) == nil)
    #expect(trust.client(of: IPAddress("10.9.9.9")) == nil)
    #expect(trust.client(of: IPAddress("203.0.113.9"))?.text == "203.0.113.9")
    #expect(trust.client(of: IPAddress("2001:db8::1"))?.text == "2001:db8::")
  }

  private func trust() throws -> ProxyTrust {
    ProxyTrust(proxies: [try #require(AddressRange("10.0.0.0/8"))], exemptsLoopback: true)
  }
}
