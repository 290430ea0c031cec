internal import Foundation
internal import TestSupport
internal import Testing

/// Real want of room.
@Suite struct FullDeviceTests {
  /// A shell in whose words `$0` is the step and `$DATA` the ledger's folder.
  private static func shell(_ script: String) throws -> Outcome {
    let folder = try ScratchFolder()
    let unshare = try #require(Program.installed("unshare"))
    return try unshare.run(
      [
        "--map-root-user", "--mount", "sh", "-c",
        "mkdir $DATA && mount -t tmpfs -o size=400k,mode=700 tmpfs $DATA && \(script)",
        try Program.built("LedgerSteps").path,
      ], environment: ["DATA": folder.file("data")])
  }

  /// Whether a file system of our own can be mounted here.
  private static let mounts: Bool =
    Program.installed("unshare") != nil && (try? shell("true"))?.ending == .exit(0)

  @Test(.enabled(if: mounts, "no file system can be mounted here"))
  func `a full device says so, keeps what was promised, and is used again`() throws {
    // The filler leaves room for the tables alone, or for some admissions.
    let outcome = try Self.shell(
      """
      "$0" admit $DATA/ledger 0 1 >/dev/null; dd if=/dev/zero of=$DATA/filler bs=1k 2>/dev/null
      "$0" admit $DATA/ledger 1 1
      rm $DATA/filler; "$0" admit $DATA/ledger 0 2
      """)
    #expect(outcome.lines == ["full", "0", "1", "done"])
  }

  @Test(.enabled(if: mounts, "no file system can be mounted here"))
  func `a device that fills up while clips come keeps those that were told`() throws {
    let outcome = try Self.shell(
      """
      "$0" admit $DATA/ledger 0 10000; "$0" admit $DATA/ledger 0 1
      """)
    let told = outcome.lines.prefix { $0 != "full" }
    #expect(told.count > 3)
    // No room is left to open it, or it is, and the first is told again.
    let rest = Array(outcome.lines.dropFirst(told.count))
    #expect(rest == ["full", "full"] || rest == ["full", "0", "done"])
  }

  @Test(.enabled(if: mounts, "no file system can be mounted here"))
  func `a device that is mounted for reading is unavailable`() throws {
    let outcome = try Self.shell(
      """
      "$0" admit $DATA/ledger 0 1; mount -o remount,ro $DATA; "$0" admit $DATA/ledger 1 1
      """)
    #expect(outcome.lines == ["0", "done", "unavailable"])
  }
}
