internal import Glibc

exit(RunnerProgram.run(Array(CommandLine.arguments.dropFirst())))
