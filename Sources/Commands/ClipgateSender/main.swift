internal import Foundation
internal import Glibc

// A server or an asker that went away is an error of `write`, not the end of the process.
_ = signal(SIGPIPE, SIG_IGN)
// Who asks gets the signals of the terminal too, and ends this process by closing its input.
for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, SIG_IGN) }
exit(await SenderProgram.run())
