internal import CLinux
internal import Glibc

/// The inside of a child: what it gives up before it sees the first byte of a movie.
enum Box {
  /// The exit code of a child that could not be confined; no movie came near it.
  static let notConfined: Int32 = 71

  /// The number that the channel has in a child.
  static let channel: Int32 = 0

  /// What `ps` calls a child with an order, and one that waits for one.
  private static let name = "clipgate-child"
  private static let spareName = "clipgate-spare"

  /// Standard streams, channel among them, the movie, and two outputs.
  private static let mostDescriptors: UInt64 = 6

  /// Takes from this process what no order gives it: paths, other descriptors, and all rights that
  /// can't be had again.
  ///
  /// - Parameters:
  ///   - channel: moved to descriptor 0; 1 and 2 lead nowhere, and everything else is closed.
  ///   - parent: the process that made this one.
  static func enter(channel: Int32, parent: pid_t, layers: Layers) throws(SystemError) {
    try check("prctl") { clinux_die_with_parent() }
    // The parent may have died before the line above; then nobody waits for this.
    guard getppid() == parent else { throw SystemError("getppid", ESRCH) }
    offerToTheKernel()
    // A constant string is lent for the call.
    _ = unsafe clinux_name_process(Self.spareName)
    try leaveDescriptors(channel)
    leaveSignals()
    try bound(RLIMIT_CORE, 0)
    // Does not hold for root, who has the filter.
    try bound(__rlimit_resource(UInt32(clinux_process_limit)), 0)
    try check("prctl") { clinux_not_dumpable() }
    try check("prctl") { clinux_no_new_privileges() }
    // Its rules are a descriptor for a moment, which the bound of descriptors would not leave.
    try layers.landlock?.enter()
  }

  /// Takes the rest: from here on the process may be anybody's.
  ///
  /// - Parameters:
  ///   - channel: takes the place of the one that the order came over, which is closed.
  ///   - limits: what the process may use.
  static func close(
    over channel: consuming Descriptor, limits: ChildLimits, layers: Layers
  ) throws(SystemError) {
    try check("dup2") { dup2(channel.number, Self.channel) }
    _ = consume channel
    _ = unsafe clinux_name_process(Self.name)
    // At the lower bound the kernel says why (SIGXCPU); at the upper one it only kills.
    try bound(RLIMIT_CPU, limits.processorSeconds, limits.processorSeconds + 5)
    try bound(RLIMIT_FSIZE, limits.fileSize)
    if layers.boundsMemory { try bound(RLIMIT_AS, limits.addressSpace) }
    try bound(RLIMIT_NOFILE, Self.mostDescriptors)
    try layers.systemCalls?.enter()
  }

  /// Where the machine's memory ends, this process is the one that the kernel ends, and nobody who
  /// holds others' work (proc(5), oom_score_adj). Where there is no `/proc` it is as all others are.
  private static func offerToTheKernel() {
    // Constant strings are lent for the calls.
    let file = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = unsafe write(file, "1000", 4)
    Glibc.close(file)
  }

  private static func leaveDescriptors(_ channel: Int32) throws(SystemError) {
    try check("dup2") { dup2(channel, Self.channel) }
    // A constant string is lent for the call.
    let nowhere = unsafe open("/dev/null", O_RDWR)
    for stream in [STDOUT_FILENO, STDERR_FILENO] {
      // A bare chroot has no devices.
      guard nowhere >= 0 else {
        Glibc.close(stream)
        continue
      }
      try check("dup2") { dup2(nowhere, stream) }
    }
    try check("close_range") { clinux_close_from(3) }
  }

  /// A crash ends the process at once, whatever handlers the fork server or Swift's runtime had;
  /// a file that grows too long is a failed write.
  private static func leaveSignals() {
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGQUIT, SIGXCPU] {
      signal(number, SIG_DFL)
    }
    signal(SIGXFSZ, SIG_IGN)
    var none = sigset_t()
    // Both calls change or read a local value. A blocked SIGXCPU would never be told.
    _ = unsafe sigemptyset(&none)
    _ = unsafe sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// Sets the bounds of a resource, the lower and the upper one, never above what is there.
  private static func bound(
    _ resource: __rlimit_resource, _ value: UInt64, _ most: UInt64? = nil
  ) throws(SystemError) {
    let resource = __rlimit_resource_t(resource.rawValue)
    var limit = rlimit()
    // Both calls fill or read a local value.
    try check("getrlimit") { unsafe getrlimit(resource, &limit) }
    let most = min(rlim_t(most ?? value), limit.rlim_max)
    limit = rlimit(rlim_cur: min(rlim_t(value), most), rlim_max: most)
    try check("setrlimit") { unsafe setrlimit(resource, &limit) }
  }
}
