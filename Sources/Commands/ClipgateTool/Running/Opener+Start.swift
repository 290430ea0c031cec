internal import Foundation
internal import Glibc
internal import Ingest
internal import Sandbox
internal import Stages

extension Opener {
  /// Makes the fork server for a command that opens movies, while the program has one thread; says
  /// so on standard error where movies can't be confined as they should.
  convenience init(for arguments: Arguments, interruption: Interruption) {
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let width = min(processors, max(1, arguments.files.count))
    let errors = StandardError()
    var runner: Runner?
    var obstacle: SystemError?
    if arguments.has(.unconfined) {
      errors.message("movies are opened without confinement, as --unconfined asks")
    } else if arguments.command.opensMovies {
      do throws(SystemError) {
        runner = try Runner(.copy { Self.serve($0, children: width + 1) }) {
          errors.message("the process that confines decoders had died and was started again")
        }
      } catch {
        obstacle = error
      }
      if runner != nil, !Kernel.confines {
        let lacks = [
          Kernel.hasFilters ? nil : "system call filters",
          Kernel.landlock == nil ? "Landlock" : nil,
        ].compactMap(\.self).joined(separator: " and no ")
        errors.message("decoders are not confined in full: this kernel has no \(lacks)")
      }
    }
    self.init(runner: runner, obstacle: obstacle, width: width, interruption: interruption)
  }

  /// The life of the fork server.
  private static func serve(_ channel: consuming Channel, children: Int) -> Never {
    do {
      _exit(try Stages.serve(channel, children: children, keepsSpare: false))
    } catch {
      _exit(4)
    }
  }
}
