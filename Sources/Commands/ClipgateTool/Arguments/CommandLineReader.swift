internal import CPopt
internal import Glibc

/// Splits the command line into options and words with popt.
///
/// POPT_CONTEXT_POSIXMEHARDER stays off, so options stand before or after files; no alias or exec
/// file is read, so nothing but the table below decides. Safe to use: the pointers are allocated in
/// `init` and freed by the one call of `items`, both private to `read`.
@safe struct CommandLineReader {
  /// Reads the words that follow the program's name; words come after options.
  static func read(_ arguments: [FileName]) -> [CommandLineItem] {
    var reader = CommandLineReader(arguments)
    return reader.items()
  }

  /// C strings and tables that popt keeps pointers to until its context is freed.
  private var names: [UnsafeMutablePointer<CChar>] = unsafe []
  private let table: UnsafeMutableBufferPointer<cpopt_option>
  private let words: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>

  private init(_ arguments: [FileName]) {
    // popt wants a table that ends with zeroes and words that end with NULL; `items` frees both.
    unsafe table = UnsafeMutableBufferPointer.allocate(capacity: Option.allCases.count + 1)
    unsafe words = UnsafeMutableBufferPointer.allocate(capacity: arguments.count + 2)
    unsafe table.initialize(repeating: cpopt_option())
    unsafe words.initialize(repeating: nil)
    for (index, option) in Option.allCases.enumerated() {
      let kind = option.placeholder == nil ? cpopt_arg_none : cpopt_arg_string
      let letter = option.letter.map { CChar(truncatingIfNeeded: $0.value) } ?? 0
      // `val` is what poptGetNextOpt answers: the option's place, counted from 1.
      unsafe table[index] = cpopt_option(
        longName: kept(FileName(option.rawValue)), shortName: letter, argInfo: kind, arg: nil,
        val: Int32(index + 1), descrip: nil, argDescrip: nil)
    }
    for (index, word) in ([FileName("clipgate")] + arguments).enumerated() {
      unsafe words[index] = kept(Self.encoded(word))
    }
  }

  /// A copy of the string that lives until `items` ends; nil when memory is out, which ends popt's
  /// table or words early.
  private mutating func kept(_ string: FileName) -> UnsafePointer<CChar>? {
    guard let copy = unsafe string.withCString({ unsafe strdup($0) }) else { return nil }
    unsafe names.append(copy)
    return unsafe UnsafePointer(copy)
  }

  private mutating func items() -> [CommandLineItem] {
    defer {
      // Allocated in `init`, used by nobody once the context is gone.
      for index in unsafe names.indices { unsafe free(names[index]) }
      unsafe table.deallocate()
      unsafe words.deallocate()
    }
    let count = Int32(clamping: unsafe words.count - 1)
    guard
      let context = unsafe poptGetContext(
        "clipgate", count, words.baseAddress, table.baseAddress, 0)
    else { return [] }
    defer { _ = unsafe poptFreeContext(context) }
    var items: [CommandLineItem] = []
    while true {
      let answer = unsafe poptGetNextOpt(context)
      if answer == -1 { break }
      items.append(unsafe Self.item(answer, of: context))
    }
    // The words belong to the context and end with NULL.
    if var word = unsafe poptGetArgs(context) {
      while let text = unsafe word.pointee {
        items.append(.word(Self.decoded(unsafe FileName(copying: text))))
        unsafe word += 1
      }
    }
    return items
  }

  private static func item(_ answer: Int32, of context: poptContext) -> CommandLineItem {
    if answer > 0 {
      let option = Option.allCases[Int(answer) - 1]
      // poptGetOptArg hands over a malloc'ed copy.
      guard let value = unsafe poptGetOptArg(context) else { return .option(option, nil) }
      defer { unsafe free(value) }
      return .option(option, decoded(unsafe FileName(copying: value)))
    }
    let bad =
      unsafe poptBadOption(context, cpopt_bad_option_no_alias)
      .map { decoded(unsafe FileName(copying: $0)).text } ?? "?"
    let typed = String(bad.prefix { $0 != "=" })
    let option = Option.allCases.first { typed == "--\($0.rawValue)" || typed == $0.flag }
    switch (answer, option) {
    case (cpopt_error_no_argument, let option?): return .missingValue(option)
    case (cpopt_error_unwanted_argument, let option?): return .unwantedValue(option)
    default: return .unknownOption(typed)
    }
  }

  /// A word in which popt finds nothing to replace.
  ///
  /// popt puts the next word of the command line where a value holds `!#:+`, a left-over of its
  /// aliases; a movie may be called so. A byte 1 behind each `!` hides the sequence, and `decoded`
  /// takes it out again.
  private static func encoded(_ word: FileName) -> FileName {
    FileName(bytes: word.bytes.flatMap { $0 == UInt8(ascii: "!") ? [$0, 1] : [$0] })
  }

  private static func decoded(_ word: FileName) -> FileName {
    var bytes: [UInt8] = []
    var afterMark = false
    for byte in word.bytes {
      if !(afterMark && byte == 1) { bytes.append(byte) }
      afterMark = byte == UInt8(ascii: "!")
    }
    return FileName(bytes: bytes)
  }
}

extension FileName {
  /// The bytes of a C string up to its zero.
  init(copying text: UnsafePointer<CChar>) {
    // `text` is zero-terminated and lives during the call: it comes from popt or
    // the kernel.
    let characters = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
    self.init(bytes: unsafe characters.map { UInt8(bitPattern: $0) })
  }
}
