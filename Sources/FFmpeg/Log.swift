internal import CFFmpeg
internal import Synchronization

/// Where libav's messages go: nowhere until somebody asks for them.
///
/// libav's own callback writes to standard error and calls `isatty`; neither is wanted beside a
/// program's own messages, and the second is refused in a confined process.
public enum Log {
  /// How serious a message is, by libav's scale.
  public enum Level: Int32, Sendable {
    case error = 16
    case warning = 24
  }

  private static let sink = Mutex<(@Sendable (Level, String) -> Void)?>(nil)
  private static let callback: Void = setCallback()

  /// Takes libav's messages from standard error; cheap to call before any work.
  static func begin() { _ = callback }

  /// Sends each message of `warning` or worse to `receiver`, from the thread that libav runs on.
  ///
  /// Messages may hold text of the movie: they are for a person who asked, never for a log.
  public static func route(to receiver: (@Sendable (Level, String) -> Void)?) {
    sink.withLock { $0 = receiver }
    begin()
  }

  private static func setCallback() {
    // The callback is a plain C function and captures nothing.
    unsafe av_log_set_callback { object, level, format, arguments in
      unsafe ToldErrors.note(object, level, format)
      guard level <= Level.warning.rawValue, let arguments = unsafe arguments,
        let receiver = Log.sink.withLock({ $0 })
      else {
        return
      }
      var line = [CChar](repeating: 0, count: 512)
      // The line is cut at the given size and always ends with a NUL.
      unsafe line.withUnsafeMutableBufferPointer { buffer in
        _ = unsafe clipgate_format_log(
          buffer.baseAddress, Int32(buffer.count), object, level, format, arguments)
      }
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      receiver(
        level <= Level.error.rawValue ? .error : .warning, String(decoding: bytes, as: UTF8.self))
    }
  }
}
