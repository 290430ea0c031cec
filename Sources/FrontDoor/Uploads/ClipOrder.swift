internal import Rules

/// What a client wants of its movie: fields of a form, or the query's.
struct ClipOrder: Equatable, Encodable {
  var trim: Trim
  @Nullable var profile: Profile?
  var posterTime: PosterTime

  static let names: Set<String> = [
    "from", "to", "head", "tail", "fit", "profile", "poster_at",
  ]

  /// Reads the fields; those that are none of `names` mean nothing, and empty ones are as if not given,
  /// as browsers send them.
  ///
  /// - Throws: `Problem` 400 that names the field and what is allowed.
  init(_ fields: [String: String]) throws(Problem) {
    let time = { (text: String) throws(ParsingError) in try Duration(parsing: text) }
    for (one, other) in [("from", "head"), ("to", "tail")]
    where Self.text(one, fields) != nil && Self.text(other, fields) != nil {
      throw .badParameter("\(one) and \(other) say the same thing; give one.")
    }
    let from = try Self.value("from", fields, time)
    let head = try Self.value("head", fields, time)
    let to = try Self.value("to", fields, time)
    let tail = try Self.value("tail", fields, time)
    trim = Trim(
      from: from ?? head, end: to.map { .to($0) } ?? tail.map { .tail($0) },
      fit: try Self.flag("fit", fields))
    profile = try Self.value("profile", fields) { (text) throws(ParsingError) in
      try Profile(parsing: text)
    }
    posterTime =
      try Self.value("poster_at", fields) { (text) throws(ParsingError) in
        try PosterTime(parsing: text)
      } ?? .best
  }

  /// The policy with the profile that is wanted.
  func policy(_ policy: Policy) -> Policy {
    var policy = policy
    if let profile { policy.profile = profile }
    return policy
  }

  private static func text(_ name: String, _ fields: [String: String]) -> String? {
    fields[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func value<Value>(
    _ name: String, _ fields: [String: String],
    _ parse: (String) throws(ParsingError) -> Value
  ) throws(Problem) -> Value? {
    guard let text = text(name, fields) else { return nil }
    do throws(ParsingError) { return try parse(text) } catch {
      throw .badParameter("\(name): \(error.description).")
    }
  }

  /// A check box says "on".
  private static func flag(
    _ name: String, _ fields: [String: String]
  ) throws(Problem) -> Bool {
    switch fields[name]?.lowercased() {
    case nil, "", "false", "0", "no", "off": return false
    case "true", "1", "yes", "on": return true
    default: throw .badParameter("\(name): true or false is needed.")
    }
  }
}
