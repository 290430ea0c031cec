internal import Foundation

/// Whether the suite runs under a sanitizer, which takes memory and time of its own.
package enum Sanitizer {
  /// `make check` says so in CLIPGATE_SANITIZER.
  package static let isOn = ProcessInfo.processInfo.environment["CLIPGATE_SANITIZER"] != nil
}
