internal import Foundation
internal import Sandbox
internal import TestSupport
internal import Testing

/// The system calls of a confined process, as data.
@Suite struct ProfileTests {
  @Test func `The profile in the program is the one in config, and each call has its reason`()
    throws
  {
    let profile = try SystemCallProfile.builtIn()
    let file = try Data(contentsOf: URL(filePath: Checkout.path("config/confinement.json5")))
    #expect(try SystemCallProfile(json5: Array(file)) == profile)
    #expect(profile.allow.allSatisfy { $0.reason.count > 5 })
    #expect(profile.allow.count <= 24)
    let all = profile.allow.map(\.call) + profile.refuse
    #expect(Set(all).count == all.count, "a call stands twice")
  }

  @Test func `Nothing that opens, connects, executes or signals is allowed`() throws {
    let allowed = Set(try SystemCallProfile.builtIn().allow.map(\.call))
    let outside: Set = [
      "open", "openat", "openat2", "creat", "socket", "connect", "bind", "execve", "execveat",
      "clone", "clone3", "fork", "vfork", "kill", "tkill", "tgkill", "ptrace", "write", "unlink",
      "rename", "mount", "chmod", "setrlimit", "prlimit64", "io_uring_setup", "memfd_create",
      "process_vm_writev", "newfstatat", "statx", "ioctl", "fcntl",
    ]
    #expect(allowed.intersection(outside) == [])
  }

  @Test func `Memory is mapped and protected only without execution`() throws {
    let profile = try SystemCallProfile.builtIn()
    for call in ["mmap", "mprotect"] {
      #expect(profile.allow.first { $0.call == call }?.unless == 4)
    }
  }

  @Test func `A misprinted call is an error, not a hole`() throws {
    var profile = try SystemCallProfile.builtIn()
    profile.refuse.append("openatt")
    #expect(throws: SystemError.self) { try SystemCallFilter(profile) }
  }
}
