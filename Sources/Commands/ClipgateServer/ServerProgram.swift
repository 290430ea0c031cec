internal import Foundation
internal import Glibc
internal import Ledger
internal import Sandbox
internal import Service
internal import Storage

/// `clipgate-server`: what `clipgate serve` and `clipgate work` become.
///
/// It links no decoder: movies are opened by children of `clipgate-runner` alone.
enum ServerProgram {
  /// Why it does not start: the exit code, and what people read.
  struct Obstacle: Error {
    var status: Int32
    var message: String
  }

  private static let usage = """
    clipgate-server is started by clipgate: see clipgate help serve and clipgate help work.

    """

  /// - Returns: the exit code: 2 where it was told wrong things, 3 where it can't use its files, 4 where
  ///   it can't confine decoders or can't listen, 128 and the signal that ended it.
  static func run() -> Int32 {
    let signals = Signals()
    let supervisor = Supervisor()
    guard let order = SettingsReader.read() else {
      say(usage)
      return 2
    }
    do throws(Obstacle) {
      let settings: ServiceSettings
      switch order {
      case .service(let told): settings = told
      case .errand(let errand):
        // Nothing is left behind that would have to be taken away.
        Thread { _exit(128 + signals.next()) }.start()
        return try errand.run()
      }
      let service = try Service(settings)
      supervisor.tell("READY=1")
      let signal = signals.next()
      supervisor.tell("STOPPING=1")
      // Who sends a second one wants no grace, and exit handlers are not made for the other threads
      // that are at work.
      Thread { _exit(128 + signals.next()) }.start()
      service.end()
      return 128 + signal
    } catch {
      say("clipgate: \(error.message)\n")
      return error.status
    }
  }

  /// Tells people something; where nobody reads there is nobody to tell.
  private static func say(_ text: String) {
    let bytes = Array(text.utf8)
    // The bytes are lent for the call.
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
}
