internal import Glibc

// A client that went away is an error of `write`, not the end of the process; a full quota likewise.
_ = signal(SIGPIPE, SIG_IGN)
_ = signal(SIGXFSZ, SIG_IGN)
exit(ServerProgram.run())
