internal import Glibc

/// What a descriptor's other end can show.
struct Terminal: Equatable, Sendable {
  /// Whether a person's terminal is there that can move its cursor.
  var isInteractive: Bool
  /// Whether colours are wanted: a terminal, and neither `NO_COLOR` nor `TERM=dumb`.
  var hasColors: Bool
  /// Columns of a line.
  var columns: Int

  /// A file or a pipe.
  static let none = Terminal(isInteractive: false, hasColors: false, columns: 80)

  init(isInteractive: Bool, hasColors: Bool, columns: Int) {
    self.isInteractive = isInteractive
    self.hasColors = hasColors
    self.columns = columns
  }

  /// Asks the system about a descriptor; `NO_COLOR` counts when it is there and not empty.
  init(descriptor: Int32, environment: [String: String]) {
    let isDumb = environment["TERM"].map { $0.isEmpty || $0 == "dumb" } ?? true
    isInteractive = isatty(descriptor) == 1 && !isDumb
    hasColors = isInteractive && (environment["NO_COLOR"] ?? "").isEmpty
    var size = winsize()
    // TIOCGWINSZ fills a local value.
    let answer = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
    columns = answer == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
