internal import CLinux
internal import Rules
internal import Sandbox

// What the first movie of a process would else wait for.
extension Stages {
  /// Judges a small movie of our own, which is part of the program: what libraries and Swift look up,
  /// bind and compute for the first movie is there for the next.
  ///
  /// In the fork server it fills what its children share; in a child it touches the pages that a movie
  /// needs, which `fork(2)` leaves to be touched. No failure of it is one of anything else.
  static func rehearse() {
    guard let movie = try? Descriptor.inMemory(PackageResources.rehearsal_mp4) else { return }
    _ = perform(.examine(policy: Policy(), decodesAll: false), [movie.number]) { _ in }
  }

  /// What a spare child does while nobody waits for it.
  ///
  /// The pictures of a movie of 720 lines, and what their decoder needs, take some 12 MiB; touching so
  /// many pages one by one takes longer than reading the movie.
  static func settle() {
    // Of 32 MiB on malloc maps, and would give it all back.
    clinux_fill_heap(heap + heap / 2, heap)
    rehearse()
  }

  private static let heap = 16 << 20
}
