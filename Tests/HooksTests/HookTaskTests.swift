import Foundation
import Hooks
import TestSupport
import Testing

/// Hook requests as tusd 2 writes them, and what is none.
@Suite struct HookTaskTests {
  @Test func `a new upload is judged by its size`() throws {
    let task = try HookTask(parsing: TusdRequest.preCreate(size: 432_724))
    #expect(
      task
        == .size(
          432_724,
          HookUpload(size: 432_724, filename: "holiday.mov", contentType: "video/quicktime")))
  }

  @Test(arguments: ["pre-finish", "post-finish"])
  func `an upload that has come is known by its id and its file`(type: String) throws {
    let upload = HookUpload(
      id: "5d892c228ec8d0451dfec588697e8930", size: 432_724, filename: "holiday.mov",
      contentType: "video/quicktime", store: "filestore", path: "/srv/tus/5d89")
    let task = try HookTask(
      parsing: TusdRequest.finished(type, size: 432_724, path: "/srv/tus/5d89"))
    #expect(task == (type == "pre-finish" ? .verdict(upload) : .takeIn(upload)))
  }

  @Test(arguments: [
    "post-create", "post-receive", "pre-terminate", "post-terminate", "pre-access", "", "later",
  ])
  func `any other hook has nothing to be told`(type: String) throws {
    #expect(try HookTask(parsing: TusdRequest.finished(type, path: "/x")) == .nothing)
    #expect(try HookTask(parsing: Array("{\"Type\":\"\(type)\"}".utf8)) == .nothing)
  }

  @Test func `an upload that is a part of another is nobody's movie`() throws {
    for type in ["pre-create", "pre-finish", "post-finish"] {
      let request = TusdRequest.finished(type, path: "/x", partial: true)
      #expect(try HookTask(parsing: request) == .nothing)
    }
  }

  @Test(arguments: ["0", "null", "9223372036854775807"])
  func `a size that comes later is not judged before`(size: String) throws {
    let request = TusdRequest.preCreate(size: size, deferred: true)
    #expect(try HookTask(parsing: request) == .nothing)
  }

  @Test(arguments: [
    #"{"Type":"pre-create","Event":{"Upload":{"Size":7}}}"#,
    #"{"Event":{"Upload":{"Size":7,"ID":null,"Storage":null,"MetaData":null}},"Type":"pre-create"}"#,
    #"{"New":[{}],"Type":"pre-create","Event":{"New":1,"Upload":{"Size":7,"New":{"Size":8}}}}"#,
  ])
  func `what is absent, null or new does no harm`(text: String) throws {
    #expect(try HookTask(parsing: Array(text.utf8)) == .size(7, HookUpload(size: 7)))
  }

  @Test(arguments: [
    "", "{", "[]", "null", "7", "\"pre-create\"", "{}", #"{"Type":7}"#, #"{"type":"pre-create"}"#,
    #"{"Type":"pre-create"}"#, #"{"Type":"pre-create","Event":{}}"#,
    #"{"Type":"pre-create","Event":{"Upload":[]}}"#,
    #"{"Type":"pre-create","Event":{"Upload":{"Size":-1}}}"#,
    #"{"Type":"pre-create","Event":{"Upload":{"Size":1.5}}}"#,
    #"{"Type":"pre-create","Event":{"Upload":{"Size":9223372036854775808}}}"#,
    #"{"Type":"pre-create","Event":{"Upload":{"Size":1e400}}}"#,
    #"{"Type":"pre-create","Event":{"Upload":{"Size":"7"}}}"#,
    #"{"Type":"pre-finish","Event":{"Upload":{"Storage":"/etc/passwd"}}}"#,
    #"{"Type":"pre-finish","Event":{"Upload":{"Storage":{"Type":1}}}}"#,
  ])
  func `what is no hook request is told to be none`(text: String) {
    #expect(throws: HookFault.malformed) { try HookTask(parsing: Array(text.utf8)) }
  }

  @Test func `a request of tusd 1 is told so`() {
    let text = #"{"Upload":{"ID":"","Size":7},"HTTPRequest":{"Method":"POST"}}"#
    #expect(throws: HookFault.untyped) { try HookTask(parsing: Array(text.utf8)) }
  }

  @Test func `bytes are bounded, and an id`() {
    let long = [UInt8](repeating: UInt8(ascii: " "), count: HookTask.mostBytes + 1)
    #expect(throws: HookFault.tooLong(65_536)) { try HookTask(parsing: long) }
    let id = String(repeating: "i", count: 1025)
    let request = #"{"Type":"post-finish","Event":{"Upload":{"ID":"\#(id)"}}}"#
    #expect(throws: HookFault.malformed) { try HookTask(parsing: Array(request.utf8)) }
  }

  @Test func `a request that is cut anywhere, changed or deep is none, or one of few`() throws {
    let whole = TusdRequest.finished("pre-finish", path: "/srv/tus/5d89")
    for count in 0..<whole.count {
      #expect(throws: HookFault.malformed) { try HookTask(parsing: Array(whole[..<count])) }
    }
    var read = 0
    for seed in 0..<20_000 as Range<UInt64> {
      if (try? HookTask(parsing: Mutation.of(whole, seed: seed))) != nil { read += 1 }
    }
    // Both happen: neither is what all of them come to.
    #expect(1..<20_000 ~= read)
    let deep = String(repeating: "[", count: 60_000)
    #expect(throws: HookFault.malformed) {
      try HookTask(parsing: Array(#"{"Type":"pre-create","Event":\#(deep)"#.utf8))
    }
  }
}
