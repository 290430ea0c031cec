internal import FoundationEssentials
internal import Glibc

/// The clock that leases and waits go by: milliseconds since the kernel has started (`CLOCK_BOOTTIME`), which nobody
/// sets, goes on while the machine sleeps, and is the same for all processes of the machine.
package enum Ticks {
  static var now: Int64 {
    var time = timespec()
    // Fills a local.
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The kernel's name for its start; nil where it is hidden, as by `ProcSubset=pid` of systemd.
  package static let boot = try? String(
    contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
}
