import Foundation
import TestSupport
import Testing

/// A wall clock that goes wrong by as many seconds as it is told, for programs that it is loaded into.
struct WrongClock {
  private let library: String
  private let seconds: String

  private static let compiler = ["cc", "gcc", "clang"].lazy.compactMap(Program.installed).first

  /// Whether there is a C compiler, and no sanitizer, which has to be loaded first.
  static let isThere = compiler != nil && !Sanitizer.isOn

  /// Compiles it into a folder; it goes right.
  init(in folder: ScratchFolder) throws {
    let source = try folder.write(Data(Self.source.utf8), as: "jump.c")
    library = folder.file("jump.so")
    let compiled = try Self.compiler?.run(["-shared", "-fPIC", "-o", library, source])
    try #require(compiled?.ending == .exit(0), "\(compiled?.errors ?? "")")
    seconds = try folder.write(Data("0\n".utf8), as: "seconds")
  }

  /// What a program is started with that has it.
  var environment: [String: String?] { ["LD_PRELOAD": library, "CLOCK_JUMP": seconds] }

  /// Sets it, from now on.
  func set(_ jump: Int) throws {
    try Data("\(jump)\n".utf8).write(to: URL(filePath: seconds))
  }

  private static let source = """
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>
    long syscall(long, ...);
    static long jump(void) {
      char text[32] = {0};
      const char *path = getenv("CLOCK_JUMP");
      int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
      if (file < 0) return 0;
      ssize_t count = read(file, text, sizeof text - 1);
      close(file);
      return count > 0 ? atol(text) : 0;
    }
    int clock_gettime(clockid_t clock, struct timespec *time) {
      int answer = syscall(SYS_clock_gettime, clock, time);
      if (answer == 0 && clock == CLOCK_REALTIME) time->tv_sec += jump();
      return answer;
    }
    int gettimeofday(struct timeval *time, void *zone) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      time->tv_sec = now.tv_sec;
      time->tv_usec = now.tv_nsec / 1000;
      return 0;
    }
    time_t time(time_t *place) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (place) *place = now.tv_sec;
      return now.tv_sec;
    }
    """
}
