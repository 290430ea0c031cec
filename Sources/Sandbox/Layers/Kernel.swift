internal import CLinux
internal import Glibc

/// What the running kernel offers to lock a decoder in.
package enum Kernel {
  /// The version of Landlock's interface, from 1 on; nil where there is none.
  package static var landlock: Int? { Landlock()?.version }

  /// Whether it takes seccomp filters.
  package static var hasFilters: Bool { clinux_has_seccomp_filter() == 1 }

  /// Whether a process can be confined in full: with a filter, and with Landlock.
  package static var confines: Bool { hasFilters && landlock != nil }

  /// Whether the program was built with the address sanitizer.
  static var runsUnderSanitizer: Bool {
    // Looks a name up among the loaded ones; nil is RTLD_DEFAULT.
    unsafe dlsym(nil, "__asan_init") != nil
  }
}
