internal import HTTP

/// What a request for a file makes depend on what it has already (RFC 9110, 13 and 14).
struct Conditions {
  /// What of a file is wanted.
  enum Wanted: Equatable {
    case whole
    case part(Range<Int64>)
    case unsatisfiable
  }

  /// Whether the client has the file already.
  let isNotModified: Bool
  private let range: String?

  /// - Parameters:
  ///   - tag: the file's entity tag, a strong one, without quotation marks.
  ///   - isGet: ranges are of GET alone (RFC 9110, 14.2).
  init(_ fields: HeaderFields, tag: String, isGet: Bool = true) {
    var known: [String] = []
    for value in fields.values("If-None-Match") {
      known += value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
    }
    // Weak comparison: W/ makes no difference.
    isNotModified = !Set(known).isDisjoint(with: ["*", "\"\(tag)\"", "W/\"\(tag)\""])
    // A range of something else is none; nor is a date, as none was sent.
    let condition = fields["If-Range"]
    let ranges = fields.values("Range")
    range =
      isGet && ranges.count == 1 && (condition == nil || condition == "\"\(tag)\"")
      ? ranges.first : nil
  }

  /// The range of a file that is wanted; several, other units and what can't be read mean the whole.
  ///
  /// - Parameter size: in bytes.
  func range(of size: Int64) -> Wanted {
    guard let range else { return .whole }
    let parts = range.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes", !parts[1].contains(",") else {
      return .whole
    }
    let ends = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " && $0 != "\t" } }
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }) else {
      return .whole
    }
    switch (Self.number(ends[0]), Self.number(ends[1])) {
    case (nil, nil): return .whole
    case (nil, let count?):
      return count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .unsatisfiable
    case (let first?, let last):
      if let last, last < first { return .whole }
      guard first < size else { return .unsatisfiable }
      return .part(first..<(min(last ?? size - 1, size - 1) + 1))
    }
  }

  /// Digits as a number, the largest one where there are too many; nil for none.
  private static func number(_ digits: String) -> Int64? {
    digits.isEmpty ? nil : Int64(digits) ?? .max
  }
}
