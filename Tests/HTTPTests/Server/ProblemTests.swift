import Testing

@testable import HTTP

@Suite struct ProblemTests {
  @Test func `a problem is JSON whatever its detail has in it`() throws {
    let response = Response.problem(status: 400, code: "request.malformed", detail: "a \"b\\\n")
    guard case .bytes(let bytes) = response.body else { throw ServerError("body", errno: 0) }
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {"code":"request.malformed","title":"Bad Request","status":400,\
        "detail":"a \\"b\\\\ ","verdict":null}

        """)
  }
}
