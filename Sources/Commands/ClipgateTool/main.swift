internal import FoundationEssentials
internal import Glibc

// Descriptors 0 to 2 are taken before anything is opened: were standard output closed, the next
// file that is opened would become it, and results would be written into a movie. /dev/null in the
// wrong direction keeps a closed stream an error.
let streams = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
for (descriptor, mode) in streams where fcntl(descriptor, F_GETFD) == -1 {
  // A constant string is lent for the call.
  _ = unsafe open("/dev/null", mode)
}

// The kernel's words, of which some may not be UTF-8; the vector ends with NULL and outlives us.
var words: [FileName] = []
for index in 1..<max(1, Int(CommandLine.argc)) {
  if let word = unsafe CommandLine.unsafeArgv[index] {
    words.append(unsafe FileName(copying: word))
  }
}

exit(
  Clipgate.run(words, environment: { ProcessInfo.processInfo.environment }, signals: SignalWatch())
    .code
)
