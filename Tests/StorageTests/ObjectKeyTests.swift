internal import FoundationEssentials
internal import Storage
internal import Testing

@Suite struct ObjectKeyTests {
  static let clip = "0f5c7a3e-52f1-4c0b-9d0e-6a1b2c3d4e5f"

  @Test(
    arguments: [
      ("received", .received), ("1.movie", .movie(attempt: 1)), ("0.poster", .poster(attempt: 0)),
      ("4294967295.movie", .movie(attempt: .max)),
    ] as [(String, ObjectKey.Kind)])
  func `a key is read back from its name`(ending: String, kind: ObjectKey.Kind) throws {
    let name = "\(Self.clip).\(ending)"
    let key = try #require(ObjectKey(name: name))
    #expect(key.kind == kind)
    #expect(key.clip == UUID(uuidString: Self.clip))
    #expect(key.name == name)
  }

  @Test(arguments: [
    "", ".", "..", "holiday.mov", "\(clip)", "\(clip).", "\(clip).movie", "\(clip).received.",
    "\(clip).1.received", "\(clip).01.movie", "\(clip).+1.movie", "\(clip).-1.movie",
    "\(clip).4294967296.movie", "\(clip).1.MOVIE", "\(clip.uppercased()).received",
    " \(clip).received", "\(clip).received\n", "\(clip).received\0", "../\(clip).received",
    "\(clip).1.movie/..", "\(clip)/.received", "\(clip).1.2.movie", "{\(clip)}.received",
    "\(clip.dropLast()).received", "\(clip).٣.movie", "0123456789abcdef.part",
  ])
  func `what is no key of ours is refused`(name: String) {
    #expect(ObjectKey(name: name) == nil)
  }

  @Test(arguments: [.received, .movie(attempt: .max), .poster(attempt: .max)] as [ObjectKey.Kind])
  func `a name is a single component of a path, and short`(kind: ObjectKey.Kind) {
    let name = ObjectKey(clip: UUID(), kind: kind).name
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    #expect(Set(name).isSubset(of: allowed))
    #expect(!name.hasPrefix("."))
    #expect(name.utf8.count <= 54)
  }
}
