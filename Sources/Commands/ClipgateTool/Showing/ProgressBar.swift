internal import Rules

/// How far the work on one movie is, and about how long it takes on.
///
/// The share never falls, stays below 100 % until the outputs have their names, and is 100 % exactly
/// once: whoever sees it may open the movie.
struct ProgressBar {
  private let name: String
  private let isInteractive: Bool
  private let columns: Int
  private let write: (String) -> Void
  private let clock: () -> Duration
  private let started: Duration
  private var percent = -1
  private var lastDrawn: Duration?
  private var isDone = false

  /// - Parameters:
  ///   - name: escaped already.
  ///   - clock: a time that only grows.
  init(
    name: String, terminal: Terminal, clock: @escaping () -> Duration,
    write: @escaping (String) -> Void
  ) {
    self.name = name
    isInteractive = terminal.isInteractive
    columns = terminal.columns
    self.clock = clock
    self.write = write
    started = clock()
  }

  /// Shows a share from 0 to 1; ten times a second at most.
  mutating func show(_ share: Double) {
    guard !isDone, !share.isNaN else { return }
    let percent = max(self.percent, Int((min(max(share, 0), 1) * 100).rounded(.down)), 0)
    let now = clock()
    let isRecent = lastDrawn.map { now - $0 < .milliseconds(100) } ?? false
    guard !isRecent, isInteractive || min(percent, 99) > self.percent else { return }
    self.percent = min(percent, 99)
    lastDrawn = now
    draw(remaining: remaining(share, now))
  }

  /// Shows that the outputs are there; nothing is shown any more.
  mutating func finish() {
    guard !isDone else { return }
    percent = 100
    draw(remaining: nil)
    clear()
    isDone = true
  }

  /// Takes the bar off the terminal, so that something else can be printed there.
  func clear() {
    if isInteractive, !isDone { write("\r\u{1b}[K") }
  }

  private func draw(remaining: Duration?) {
    let number = "\(percent)".aligned(to: 3) + " %"
    let rest = remaining.map { "  \(max(1, $0.components.seconds)) s left" } ?? ""
    guard isInteractive else { return write("\(name)  \(number)\(rest)\n") }
    let width = 20
    let full = percent * width / 100
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    let tail = "  \(bar) \(number)\(rest)"
    // One line, or the next drawing would begin below the rest of this one.
    let room = max(0, columns - 1 - Shown.width(tail))
    write("\r\(shortened(to: room))\(tail)\u{1b}[K")
  }

  private func shortened(to room: Int) -> String {
    guard Shown.width(name) > room else { return name }
    var text = ""
    for character in name where Shown.width(text + String(character)) < room {
      text.append(character)
    }
    return room > 0 ? text + "…" : ""
  }

  /// What is left at the pace so far; nil while there is too little to tell by.
  private func remaining(_ share: Double, _ now: Duration) -> Duration? {
    let elapsed = now - started
    guard elapsed > .milliseconds(500), share > 0.02, share < 1 else { return nil }
    return elapsed * ((1 - share) / share)
  }
}
