internal import CLinux
internal import Glibc

/// What a child tries; each answers 0 where it could, else the `errno` of the call that failed.
enum Attack: String {
  case openPath, createFile, lookAtPath, connect, bind, sendDatagram, execute
  case mapExecutable, makeExecutable, trace, signalParent
  case crash, spin, hang, leave, leaveAsIfUnconfined, closeChannel, sendNothing, sendTooMuch
  case babble, flood, fillMemory, growFile
  case openLikeAnybody, unable

  /// - Parameter target: a path, or a port of the loopback address.
  func run(_ target: String, _ descriptors: [Int32], _ progress: (Double) -> Void) -> Int32 {
    // Everything below lends local values to system calls, or does what no program should.
    switch self {
    case .openPath: outcome(unsafe open(target, O_RDONLY))
    case .createFile: outcome(unsafe open(target, O_WRONLY | O_CREAT, 0o600))
    case .lookAtPath: outcome(unsafe access(target, R_OK))
    case .connect: unsafe withSocket(SOCK_STREAM) { unsafe Glibc.connect($0, $1, $2) }(target)
    case .bind: unsafe withSocket(SOCK_STREAM) { unsafe Glibc.bind($0, $1, $2) }(target)
    case .sendDatagram:
      unsafe withSocket(SOCK_DGRAM) { unsafe Int32(sendto($0, "x", 1, 0, $1, $2)) }(target)
    case .execute: execute(target)
    case .mapExecutable: map(PROT_READ | PROT_WRITE | PROT_EXEC)
    case .makeExecutable: makeExecutable()
    case .trace: trace()
    case .signalParent: outcome(kill(getppid(), SIGURG))
    case .crash: crash()
    case .spin: spin()
    case .hang: hang()
    case .leave: _exit(0)
    case .leaveAsIfUnconfined: _exit(71)
    case .closeChannel: closeChannel()
    case .sendNothing: send(0)
    case .sendTooMuch: send(150_000)
    case .babble: babble()
    case .flood: flood(progress)
    case .fillMemory: fillMemory()
    case .growFile: growFile(descriptors)
    case .unable: 0
    case .openLikeAnybody:
      UnguardedLibav.open(
        descriptors.first ?? -1, named: target, into: descriptors.last ?? -1)
    }
  }

  private func outcome(_ answer: Int32) -> Int32 { answer < 0 ? errno : 0 }

  private func withSocket(
    _ kind: __socket_type,
    _ use: @escaping (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> (String) -> Int32 {
    { port in
      let socket = socket(AF_INET, Int32(kind.rawValue), 0)
      guard socket >= 0 else { return errno }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = (in_port_t(port) ?? 0).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return unsafe withUnsafePointer(to: address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          outcome(unsafe use(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)))
        }
      }
    }
  }

  private func execute(_ path: String) -> Int32 {
    unsafe path.withCString { name in
      var words = unsafe [UnsafeMutablePointer<CChar>(mutating: name), nil]
      return outcome(unsafe execve(name, &words, nil))
    }
  }

  /// Takes hold of the process outside, and lets it go where that worked.
  private func trace() -> Int32 {
    let outside = getppid()
    guard clinux_attach(outside) == 0 else { return errno }
    var status: Int32 = 0
    // Fills a local number.
    while unsafe waitpid(outside, &status, 0) == -1, errno == EINTR {}
    return outcome(Int32(clamping: clinux_detach(outside)))
  }

  private func map(_ protection: Int32) -> Int32 {
    let memory = unsafe mmap(nil, 4_096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return unsafe memory == MAP_FAILED ? errno : 0
  }

  private func makeExecutable() -> Int32 {
    let memory = unsafe mmap(
      nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return outcome(unsafe mprotect(memory, 4_096, PROT_READ | PROT_EXEC))
  }

  private func crash() -> Int32 {
    unsafe UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
    return 0
  }

  private func spin() -> Int32 {
    var number: UInt64 = 1
    while number != 0 { number = number &* 3 | 1 }
    return 0
  }

  /// Waits for what nobody sends.
  private func hang() -> Int32 {
    var byte: UInt8 = 0
    var number: Int32 = 0
    var count = 0
    var whole: Int32 = 0
    return unsafe Int32(clamping: clinux_receive(0, &byte, 1, &number, &count, &whole))
  }

  /// Lets the asker believe that this process has ended.
  private func closeChannel() -> Int32 {
    close(0)
    return spin()
  }

  /// Sends so many bytes that are no message, and goes on.
  private func send(_ count: Int) -> Int32 {
    let bytes = [UInt8](repeating: 0x2A, count: max(1, count))
    guard unsafe clinux_send(0, bytes, count, nil, 0, 1) >= 0 else { return errno }
    return spin()
  }

  private func babble() -> Int32 {
    let words = Array("no message of ours".utf8)
    return unsafe outcome(Int32(clinux_send(0, words, words.count, nil, 0, 1)))
  }

  private func flood(_ progress: (Double) -> Void) -> Int32 {
    while true { progress(0.5) }
  }

  private func fillMemory() -> Int32 {
    var total = 0
    while total < 8 << 30 {
      guard let memory = unsafe malloc(64 << 20) else { return ENOMEM }
      // Room that is never touched counts too, and touching it all takes processor time.
      unsafe memset(memory, 1, 1)
      total += 64 << 20
    }
    return 0
  }

  private func growFile(_ descriptors: [Int32]) -> Int32 {
    guard descriptors.count > 1 else { return EBADF }
    let block = [UInt8](repeating: 1, count: 1 << 20)
    for number in 0..<4_096 {
      let written = unsafe pwrite(descriptors[1], block, block.count, off_t(number) << 20)
      if written < 0 { return errno }
    }
    return 0
  }
}
