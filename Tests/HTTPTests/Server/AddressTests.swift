import Addresses
import Testing

@Suite("Addresses")
struct AddressTests {
  @Test(
    "a numeric address is read, and told as people write it",
    arguments: [
      ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"),
      ("2001:DB8::0:1", "2001:db8::1"), ("::1", "::1"), ("::", "::"),
    ])
  func reading(text: String, shown: String) { #expect(IPAddress(text)?.text == shown) }

  @Test(
    "what is none is refused",
    arguments: [
      "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", " 1.2.3.4", "1.2.3.4 ", "[::1]",
      "1.2.3.4:80", "fe80::1%eth0", "localhost", "1.2.3.4\0", ":::", "1.2.3.4/8",
      String(repeating: "1", count: 10_000),
    ])
  func refusing(text: String) { #expect(IPAddress(text) == nil) }

  @Test(
    "a range has those that begin alike",
    arguments: [
      ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
      ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
      ("192.0.2.1", "::ffff:192.0.2.1", true), ("192.0.2.128/25", "192.0.2.127", false),
      ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "2001:db8::1", false),
      ("::/0", "203.0.113.9", true), ("2001:db8::/32", "2001:db8:ffff::1", true),
      ("2001:db8::/64", "2001:db8::ffff:0:0:1", true), ("2001:db8::/64", "2001:db8:0:1::1", false),
      ("2001:db8::80/121", "2001:db8::7f", false), ("2001:db8::1/128", "2001:db8::1", true),
    ])
  func containing(range: String, address: String, contains: Bool) throws {
    let range = try #require(AddressRange(range))
    let address = try #require(IPAddress(address))
    #expect(range.contains(address) == contains)
  }

  @Test(
    "a range with bits behind its count, or without a count, is none",
    arguments: [
      "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/+8", "10.0.0.0/8/8", "2001:db8::1/64",
      "::/129", "/8", "10.0.0.0/-1", "10.0.0.0/0008",
    ])
  func notRanges(text: String) { #expect(AddressRange(text) == nil) }

  @Test(
    "a subscriber is an IPv4 address, or a /64",
    arguments: [
      ("192.0.2.1", "192.0.2.2", false), ("2001:db8::1", "2001:db8::2:0:0:1", true),
      ("2001:db8::1", "2001:db8:0:1::1", false),
    ])
  func subscribers(one: String, other: String, isSame: Bool) throws {
    let one = try #require(IPAddress(one))
    let other = try #require(IPAddress(other))
    #expect((one.subscriber == other.subscriber) == isSame)
  }
}
