internal import Rules

/// The columns of a run's result lines.
///
/// Names are known before the first result, so their column fits all of them; the other columns
/// begin as wide as movies of a few seconds need and grow with what comes. So each line is printed
/// as its result comes, and nothing is kept.
struct Columns: Equatable {
  /// The widest name that others are aligned to; a longer one pushes only its own line.
  static let widestName = 48

  private let name: Int
  /// A duration to the left and a picture size to the right of one column.
  private var span = 17
  private var rate = 8
  /// Codecs to the left and a size to the right of one column.
  private var weight = 18

  init(names: [String]) {
    let widths = names.map(Shown.width).filter { $0 <= Self.widestName }
    name = widths.max() ?? 0
  }

  /// A name as wide as its column.
  func padded(_ text: String) -> String { text.padded(to: name) }

  /// Duration, picture size, frame rate, codecs and size of a movie, aligned.
  mutating func cells(_ facts: Facts) -> String {
    let length = facts.duration.presented.map(\.columnText) ?? "? s"
    let size = facts.video.map { "\($0.width)×\($0.height)" } ?? "-"
    let frames = facts.video?.frameRate.map(\.frameRateText) ?? "-"
    let names = [facts.video?.codec, facts.audio?.codec].compactMap(\.self)
    let codecs = Shown.escaped(names.isEmpty ? "-" : names.joined(separator: "+"))
    let bytes = ByteCount(facts.bytes).description
    span = max(span, Shown.width(length) + 2 + Shown.width(size))
    rate = max(rate, Shown.width(frames))
    weight = max(weight, Shown.width(codecs) + 2 + Shown.width(bytes))
    let first = length + size.aligned(to: span - Shown.width(length))
    let last = codecs + bytes.aligned(to: weight - Shown.width(codecs))
    return "\(first)  \(frames.aligned(to: rate))  \(last)"
  }
}
