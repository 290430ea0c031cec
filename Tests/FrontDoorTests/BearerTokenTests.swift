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
}
