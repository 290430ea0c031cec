internal import Foundation
internal import Storage
internal import TestSupport
internal import Testing

/// Real want of room.
@Suite struct FullDeviceTests {
  /// A shell in which the words of a step are `$@`, and its store's folder `$STORE`.
  private static func shell(_ script: String, wrapper: [String] = []) throws -> Outcome {
    let folder = try ScratchFolder()
    let sh = try #require(Program.installed(wrapper.first ?? "sh"))
    let step = try Program.built("StorageSteps").path
    return try sh.run(
      wrapper.dropFirst() + (wrapper.isEmpty ? [] : ["sh"]) + ["-c", script, step],
      environment: ["STORE": folder.file("store"), "KEY": ObjectKey.fresh().name])
  }

  private static let tmpfs = ["unshare", "--map-root-user", "--mount"]

  /// Whether a file system of our own can be mounted here.
  private static let mounts: Bool = {
    guard Program.installed("unshare") != nil else { return false }
    let probe = "mkdir -p $STORE && mount -t tmpfs tmpfs $STORE"
    return (try? shell(probe, wrapper: tmpfs))?.ending == .exit(0)
  }()

  @Test func `a limit on the size of files makes a store full, and leaves nothing`() throws {
    // 16 blocks of 512 bytes, so that of the second piece of 5000 bytes a part is written. Without the
    // trap a signal ends the process.
    let outcome = try Self.shell(
      """
      trap '' XFSZ; ulimit -f 16
      "$0" commit $STORE $KEY 2; ls $STORE/objects $STORE/incoming | grep -c -e received -e part
      """)
    #expect(outcome.lines == ["full", "0"])
  }

  @Test(.enabled(if: mounts, "no file system can be mounted here"))
  func `a device without room makes a store full, leaves nothing, and is then used again`() throws {
    let outcome = try Self.shell(
      """
      mkdir $STORE && mount -t tmpfs -o size=64k,mode=700 tmpfs $STORE
      "$0" commit $STORE $KEY 40; ls $STORE/objects $STORE/incoming | grep -c -e received -e part
      "$0" commit $STORE $KEY 8; ls $STORE/objects
      """, wrapper: Self.tmpfs)
    #expect(outcome.lines.prefix(3) == ["full", "0", "done"])
    #expect(outcome.lines.dropFirst(3).allSatisfy { $0.hasSuffix(".received") })
    #expect(outcome.lines.count == 4)
  }

  @Test(.enabled(if: mounts, "no file system can be mounted here"))
  func `a device that is mounted for reading is unwritable, and read`() throws {
    let outcome = try Self.shell(
      """
      mkdir $STORE && mount -t tmpfs -o mode=700 tmpfs $STORE
      "$0" commit $STORE $KEY 1; mount -o remount,ro $STORE
      "$0" commit $STORE $KEY 1; "$0" delete $STORE $KEY
      """, wrapper: Self.tmpfs)
    #expect(outcome.lines == ["done", "unwritable", "unwritable"])
  }
}
