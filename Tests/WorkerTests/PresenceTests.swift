import Foundation
import TestSupport
import Testing

@testable import Worker

@Suite struct PresenceTests {
  @Test func `a process that is there is not found dead`() throws {
    let folder = try ScratchFolder()
    let one = try #require(Presence(in: folder.file("processes")))
    let other = try #require(Presence(in: folder.file("processes")))
    #expect(one.dead() == [])
    #expect(other.dead() == [])
    #expect(one.name != other.name)
  }

  @Test func `a process that ended without a word is found dead until it is buried`() throws {
    let folder = try ScratchFolder()
    let one = try #require(Presence(in: folder.file("processes")))
    var gone = Presence(in: folder.file("processes"))
    let name = try #require(gone?.name)
    // Its descriptor is closed, as the kernel does at the end of a process.
    gone = nil
    #expect(one.dead() == [name])
    one.bury(name)
    #expect(one.dead() == [])
  }

  @Test func `a process that left is not found at all`() throws {
    let folder = try ScratchFolder()
    let one = try #require(Presence(in: folder.file("processes")))
    let other = try #require(Presence(in: folder.file("processes")))
    other.leave()
    #expect(one.dead() == [])
  }

  @Test func `what lies in the folder otherwise is nobody`() throws {
    let folder = try ScratchFolder()
    let one = try #require(Presence(in: folder.file("processes")))
    _ = try folder.write(Data(), as: "processes/notes.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("processes/link.alive"), withDestinationPath: "/dev/null")
    #expect(one.dead() == [])
  }
}
