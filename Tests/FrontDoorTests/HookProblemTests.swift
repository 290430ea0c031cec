import HTTP
import Hooks
import Testing

@testable import FrontDoor

@Suite struct HookProblemTests {
  @Test(arguments: [413, 415, 422])
  func `a hook calls a refusal's status what the server's first line does`(status: Int) {
    #expect(HookAnswer.title(of: status) == StatusLine.reason(of: status))
  }
}
