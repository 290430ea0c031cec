internal import Rules

extension Arguments {
  /// An option's value, parsed; nil where the option was not given.
  ///
  /// - Throws: `UsageError` that names the flag, the value and what is allowed.
  func value<Value>(
    _ option: Option, _ parse: (String) throws(ParsingError) -> Value
  ) throws(UsageError) -> Value? {
    guard let text = values[option]?.text else { return nil }
    do throws(ParsingError) { return try parse(text) } catch {
      throw UsageError(message: "\(option.flag) \(Shown.quoted(text)): \(error.description)")
    }
  }

  /// The most bytes of an output, above 0; nil where the policy's count alone.
  func targetBytes() throws(UsageError) -> Int64? {
    let target = try value(.targetBytes) { (text) throws(ParsingError) in
      try ByteCount(parsing: text).bytes
    }
    guard target ?? 1 > 0 else {
      throw UsageError(message: "--target-bytes “0”: a size over 0 is needed")
    }
    return target
  }

  /// When a progress bar is shown.
  enum Progress: String, CaseIterable {
    case auto, always, never
  }

  func progress() throws(UsageError) -> Progress {
    guard let text = values[.progress]?.text else { return .auto }
    guard let progress = Progress(rawValue: text) else {
      throw UsageError(
        message: "--progress \(Shown.quoted(text)): write auto, always or never")
    }
    return progress
  }
}

extension Trim {
  /// Reads `--from`, `--head`, `--to`, `--tail` and `--fit`.
  init(_ arguments: Arguments) throws(UsageError) {
    let time = { (text: String) throws(ParsingError) in try Duration(parsing: text) }
    for (one, other) in [(Option.from, Option.head), (.to, .tail)]
    where arguments.has(one) && arguments.has(other) {
      throw UsageError(message: "\(one.flag) and \(other.flag) say the same thing; give one")
    }
    let from = try arguments.value(.from, time)
    let head = try arguments.value(.head, time)
    let to = try arguments.value(.to, time)
    let tail = try arguments.value(.tail, time)
    self.init(
      from: from ?? head, end: to.map { .to($0) } ?? tail.map { .tail($0) },
      fit: arguments.has(.fit))
  }
}
