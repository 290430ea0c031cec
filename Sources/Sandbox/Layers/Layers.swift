/// What keeps a child from the rest of the machine, as far as this kernel has it.
package struct Layers: Sendable {
  /// nil where the kernel has no Landlock, or it is left out.
  package var landlock: Landlock?
  /// nil where the kernel takes no filter, or it is left out.
  package var systemCalls: SystemCallFilter?
  /// Whether the address space is bounded.
  package var boundsMemory: Bool

  /// Everything that the kernel and this build can do.
  ///
  /// A build with the address sanitizer reserves terabytes of address space and makes calls of its
  /// own: it has neither bound nor filter.
  ///
  /// - Throws: `SystemError` or `DecodingError` where the profile can't be made into a filter.
  package init(profile: SystemCallProfile) throws {
    landlock = Landlock()
    boundsMemory = !Kernel.runsUnderSanitizer
    systemCalls =
      Kernel.hasFilters && !Kernel.runsUnderSanitizer ? try SystemCallFilter(profile) : nil
  }
}
