internal import FoundationEssentials
internal import Storage
internal import Testing

@Suite struct ObjectKeyTests {
  static let job = "0f5c7a3e-52f1-4c0b-9d0e-6a1b2c3d4e5f"

  @Test(
    arguments: [
      ("received", .received), ("1.movie", .movie(attempt: 1)), ("0.poster", .poster(attempt: 0)),
      ("4294967295.movie", .movie(attempt: .max)),
      ("image", .image),
    ] as [(String, ObjectKey.Kind)])
  func `a key is read back from its name`(ending: String, kind: ObjectKey.Kind) throws {
    let name = "\(Self.job).\(ending)"
    let key = try #require(ObjectKey(name: name))
    #expect(key.kind == kind)
    #expect(key.job == UUID(uuidString: Self.job))
    #expect(key.name == name)
  }

  @Test(arguments: [
    "", ".", "..", "holiday.mov", "\(job)", "\(job).", "\(job).movie", "\(job).received.",
    "\(job).1.received", "\(job).1.image", "\(job).image.", "\(job).01.movie", "\(job).+1.movie",
    "\(job).-1.movie",
    "\(job).4294967296.movie", "\(job).1.MOVIE", "\(job.uppercased()).received",
    " \(job).received", "\(job).received\n", "\(job).received\0", "../\(job).received",
    "\(job).1.movie/..", "\(job)/.received", "\(job).1.2.movie", "{\(job)}.received",
    "\(job.dropLast()).received", "\(job).٣.movie", "0123456789abcdef.part",
  ])
  func `what is no key of ours is refused`(name: String) {
    #expect(ObjectKey(name: name) == nil)
  }

  @Test(
    arguments: [.received, .movie(attempt: .max), .poster(attempt: .max), .image]
      as [ObjectKey.Kind])
  func `a name is a single component of a path, and short`(kind: ObjectKey.Kind) {
    let name = ObjectKey(job: UUID(), kind: kind).name
    let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-.")
    #expect(Set(name).isSubset(of: allowed))
    #expect(!name.hasPrefix("."))
    #expect(name.utf8.count <= 54)
  }
}
