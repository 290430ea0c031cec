internal import Rules

/// A movie's time line as a picture for people (SVG 1.1): how many bytes each picture has, where key
/// frames are, where nothing moves, where sound is, what nobody is shown, and what a trim keeps.
///
/// It is made of numbers that are within bounds, and of the file's name, escaped; it has no script, no
/// link and no style from elsewhere.
struct TimeLineDrawing {
  let name: String
  let facts: Facts
  let line: TimeLine
  let trim: Trim
  let policy: Policy

  // Places and sizes, in pixels.
  private static let width = 1_000.0
  private static let left = 80.0
  private static let right = 20.0
  private static let top = 64.0
  private static let pictureHeight = 200.0
  private static let soundTop = 300.0
  private static let height = 400.0

  /// The whole document.
  var svg: String {
    let width = Int(Self.width)
    let height = Int(Self.height)
    let parts = [
      text(Self.left, 24, title, size: 15), text(Self.left, 44, summary, size: 12),
      kept, axis, bars, hidden(line.hiddenPictures, Self.top, Self.pictureHeight), gaps, sound,
      hidden(line.hiddenSound, Self.soundTop, 24), limit, legend,
    ]
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="sans-serif" role="img">
      <title>\(Self.escaped(title))</title>
      <rect width="\(width)" height="\(height)" fill="#ffffff"/>
      \(parts.filter { !$0.isEmpty }.joined(separator: "\n"))
      </svg>

      """
  }

  private var title: String { Shown.escaped(name) }

  private var summary: String {
    let shown =
      facts.duration.presented.map { "\(Self.number($0.printedSeconds)) s" } ?? "no length"
    let pictures = facts.video.map {
      "\($0.frameCount) pictures, \($0.keyFrames) key frames, \($0.codec)"
        + ($0.variableFrameRate ? ", variable rate" : "")
    }
    return [shown, pictures, "\(facts.bytes.grouped) bytes"].compactMap(\.self)
      .joined(separator: " · ")
  }

  // MARK: the time line's scale

  private var spans: [TimeLine.Span] {
    line.pictures.map(\.span) + line.hiddenPictures + line.sound + line.hiddenSound
  }

  private var start: Double { Double(min(0, spans.map(\.start).min() ?? 0)) / 1e6 }

  private var end: Double {
    let last = Double(spans.map(\.end).max() ?? 0) / 1e6
    return max(last, start + 0.001)
  }

  /// Where a time is drawn, in seconds from the first shown thing.
  private func x(_ seconds: Double) -> Double {
    let room = Self.width - Self.left - Self.right
    return Self.left + (min(max(seconds, start), end) - start) / (end - start) * room
  }

  private func x(_ microseconds: Int64) -> Double { x(Double(microseconds) / 1e6) }

  // MARK: parts

  /// Seconds below, with a line each.
  private var axis: String {
    let length = end - start
    let steps = [0.001, 0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 300, 600, 3_600, 36_000, 360_000]
    let step = steps.first { length / $0 <= 12 } ?? length / 10
    var lines: [String] = []
    var count = (start / step).rounded(.up)
    while count * step <= end, lines.count < 60 {
      let place = x(count * step)
      lines.append(
        "<line x1=\"\(Self.number(place))\" x2=\"\(Self.number(place))\" y1=\"\(Self.number(Self.top))\""
          + " y2=\"\(Self.number(Self.soundTop + 30))\" stroke=\"#dddddd\"/>")
      lines.append(
        text(
          place, Self.soundTop + 46, "\(Self.number(count * step)) s", size: 11, anchor: "middle"))
      count += 1
    }
    return lines.joined(separator: "\n")
  }

  /// A bar for each picture or group of them, as high as one of its pictures has bytes.
  private var bars: String {
    let most = line.pictures.map { Double($0.bytes) / Double(max(1, $0.count)) }.max() ?? 0
    guard most > 0 else { return "" }
    let drawn = line.pictures.map { group in
      let height = Double(group.bytes) / Double(max(1, group.count)) / most * Self.pictureHeight
      let from = x(group.span.start)
      let width = max(0.5, x(group.span.end) - from - 0.3)
      let color = group.keyFrames > 0 ? "#c0392b" : "#2e6da4"
      return rectangle(from, Self.top + Self.pictureHeight - height, width, height, color)
    }
    let label = text(
      8, Self.top + 10, "\(Int64(most).grouped) B", size: 11)
    return ([label] + drawn).joined(separator: "\n")
  }

  /// Where a picture stays for more than twice as long as most do.
  private var gaps: String {
    let lengths = line.pictures.map(\.longest).sorted()
    guard !lengths.isEmpty else { return "" }
    let usual = lengths[lengths.count / 2]
    return line.pictures.filter { $0.longest > 2 * usual && $0.longest > 20_000 }.map { group in
      let from = x(group.span.start)
      return rectangle(
        from, Self.top + Self.pictureHeight + 4, max(1, x(group.span.end) - from), 8, "#e67e22")
    }.joined(separator: "\n")
  }

  private var sound: String {
    guard facts.audio != nil else {
      return text(Self.left, Self.soundTop + 16, "no sound", size: 11)
    }
    return line.sound.map { span in
      rectangle(x(span.start), Self.soundTop, max(0.5, x(span.end) - x(span.start)), 24, "#27ae60")
    }.joined(separator: "\n")
  }

  private func hidden(_ spans: [TimeLine.Span], _ top: Double, _ height: Double) -> String {
    spans.map { span in
      rectangle(
        x(span.start), top, max(1, x(span.end) - x(span.start)), height, "#7f8c8d", opacity: 0.45)
    }.joined(separator: "\n")
  }

  /// What the trim keeps, behind all else.
  private var kept: String {
    guard !trim.isNone, let presented = facts.duration.presented else { return "" }
    guard let part = trim.kept(of: presented, limit: policy.maxDuration) else {
      return text(Self.left, 58, "the trim leaves nothing", size: 12)
    }
    let from = x(part.lowerBound.printedSeconds)
    return rectangle(
      from, Self.top, max(1, x(part.upperBound.printedSeconds) - from),
      Self.soundTop + 30 - Self.top, "#f7dc6f", opacity: 0.5)
  }

  /// The most that the policy lets a movie last.
  private var limit: String {
    let seconds = policy.maxDuration.printedSeconds
    guard seconds < end else { return "" }
    let place = Self.number(x(seconds))
    return "<line x1=\"\(place)\" x2=\"\(place)\" y1=\"\(Self.number(Self.top))\""
      + " y2=\"\(Self.number(Self.soundTop + 30))\" stroke=\"#8e44ad\" stroke-dasharray=\"5 3\"/>\n"
      + text(x(seconds), Self.top - 4, "limit", size: 11, anchor: "middle")
  }

  private var legend: String {
    let entries = [
      ("#c0392b", "key frame"), ("#2e6da4", "picture"), ("#e67e22", "long gap"),
      ("#27ae60", "sound"), ("#7f8c8d", "hidden"), ("#f7dc6f", "kept by the trim"),
    ]
    return entries.enumerated().map { place, entry in
      let from = Self.left + Double(place) * 130
      return rectangle(from, Self.height - 30, 12, 12, entry.0) + "\n"
        + text(from + 18, Self.height - 20, entry.1, size: 11)
    }.joined(separator: "\n")
  }

  // MARK: shapes

  private func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String,
    opacity: Double? = nil
  ) -> String {
    let faint = opacity.map { " fill-opacity=\"\(Self.number($0))\"" } ?? ""
    return "<rect x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(width))\""
      + " height=\"\(Self.number(height))\" fill=\"\(color)\"\(faint)/>"
  }

  private func text(
    _ x: Double, _ y: Double, _ words: String, size: Int, anchor: String = "start"
  ) -> String {
    "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" font-size=\"\(size)\""
      + " text-anchor=\"\(anchor)\">\(Self.escaped(words))</text>"
  }

  /// With at most three decimals, none where there are none.
  private static func number(_ value: Double) -> String {
    let thousandths = Int64((min(max(value, -1e12), 1e12) * 1_000).rounded())
    let (whole, rest) = (thousandths.magnitude / 1_000, thousandths.magnitude % 1_000)
    let sign = thousandths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    let padded = String(repeating: "0", count: 3 - String(rest).count) + String(rest)
    return "\(sign)\(whole).\(padded.trimmingZeros)"
  }

  /// As XML's text; `Shown` has taken what XML can't hold.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, letter in
      switch letter {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(letter)
      }
    }
  }
}

extension String {
  /// Without zeroes at its end.
  fileprivate var trimmingZeros: String {
    String(reversed().drop { $0 == "0" }.reversed())
  }
}
