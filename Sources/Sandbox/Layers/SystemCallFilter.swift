internal import CLinux
internal import CSeccomp
internal import Glibc

/// A profile as the kernel takes it: instructions of the Berkeley packet filter, made once and set in
/// each child (seccomp(2), libseccomp's `seccomp_export_bpf`).
package struct SystemCallFilter: Sendable {
  private var instructions: [UInt8]

  /// Compiles a profile; calls that this architecture lacks are left out.
  ///
  /// - Throws: `SystemError` with the call of libseccomp that failed.
  package init(_ profile: SystemCallProfile) throws(SystemError) {
    guard let context = unsafe seccomp_init(cseccomp_kill) else {
      throw SystemError("seccomp_init", ENOMEM)
    }
    defer { unsafe seccomp_release(context) }
    for allowance in profile.allow {
      // Arguments count from 0; a mapping call's third is its protection.
      let conditions =
        allowance.unless.map { bits in
          [
            scmp_arg_cmp(
              arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(bits), datum_b: 0)
          ]
        } ?? []
      try unsafe Self.add(allowance.call, cseccomp_allow, conditions, to: context)
    }
    for call in profile.refuse {
      try unsafe Self.add(call, cseccomp_refuse(EACCES), [], to: context)
    }
    instructions = try unsafe Self.exported(context)
  }

  /// Sets the filter for this process, for good (prctl(2), PR_SET_SECCOMP); it must have given up new
  /// privileges before.
  func enter() throws(SystemError) {
    var program = instructions
    let count = UInt16(program.count / 8)
    // The kernel copies the instructions during the call.
    guard unsafe clinux_set_filter(&program, count) == 0 else { throw SystemError("prctl") }
  }

  private static func add(
    _ call: String, _ action: UInt32, _ conditions: [scmp_arg_cmp],
    to context: scmp_filter_ctx
  ) throws(SystemError) {
    // The name is lent for the call.
    let number = unsafe call.withCString { unsafe seccomp_syscall_resolve_name($0) }
    // A name that no architecture has is a misprint; of one that this one lacks, a pseudo number
    // below 0 comes back, which libseccomp's rules pass over.
    guard number != cseccomp_no_such_call else { throw SystemError("seccomp: \(call)", ENOSYS) }
    guard number >= 0 else { return }
    let answer = unsafe seccomp_rule_add_array(
      context, action, number, UInt32(conditions.count), conditions)
    guard answer == 0 else { throw SystemError("seccomp_rule_add", -answer) }
  }

  private static func exported(_ context: scmp_filter_ctx) throws(SystemError) -> [UInt8] {
    let file = Descriptor(
      owning: try check("memfd_create") {
        // A constant string is lent for the call.
        unsafe clinux_memory_file("filter")
      })
    let answer = unsafe seccomp_export_bpf(context, file.number)
    guard answer == 0 else { throw SystemError("seccomp_export_bpf", -answer) }
    // The kernel takes at most 4,096 instructions of 8 bytes.
    let number = file.number
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 8 * 4_096) { buffer, filled in
      filled = max(0, unsafe pread(number, buffer.baseAddress, buffer.count, 0))
    }
    guard !bytes.isEmpty, bytes.count % 8 == 0 else { throw SystemError("pread", EIO) }
    return bytes
  }
}
