import Testing

@testable import FrontDoor

@Suite struct BearerTokenTests {
  private let token = BearerToken("s3cret")

  @Test(arguments: ["Bearer s3cret", "bearer s3cret", "BEARER  s3cret"])
  func `the token is taken, whatever the scheme's case`(value: String) {
    #expect(token.isSaid(by: [value]))
  }

  @Test(arguments: [
    [], [""], ["Bearer"], ["Bearer "], ["Bearer s3cre"], ["Bearer s3cretx"], ["Bearer s3creT"],
    ["Basic s3cret"], ["s3cret"], ["Bearer s3crets3cret"], ["Bearer s3cret", "Bearer s3cret"],
    ["Bearer s3cret, Bearer s3cret"],
  ])
  func `nothing else is`(values: [String]) {
    #expect(!token.isSaid(by: values))
  }

  // "anybody:s3cret", ":s3cret", "a:b" and others, in base 64.

  @Test(arguments: ["Basic YW55Ym9keTpzM2NyZXQ=", "basic OnMzY3JldA==", "BASIC  OnMzY3JldA=="])
  func `as a password it is known, whoever says it`(value: String) {
    #expect(token.isPassword(in: [value]))
    #expect(!token.isSaid(by: [value]))
  }

  @Test(arguments: [
    [], ["Basic"], ["Basic "], ["Basic YTpi"], ["Basic czNjcmV0"], ["Basic czNjcmV0Og=="],
    ["Basic :s3cret"], ["Bearer s3cret"], ["Basic OnMzY3JldA==", "Basic OnMzY3JldA=="],
  ])
  func `no other password is`(values: [String]) {
    #expect(!token.isPassword(in: values))
  }
}
