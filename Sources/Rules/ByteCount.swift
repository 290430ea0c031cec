/// A number of bytes, read and printed as people write sizes.
public struct ByteCount: Sendable, Hashable {
  /// The number, never negative when it was parsed.
  public var bytes: Int64

  public init(_ bytes: Int64) { self.bytes = bytes }
}

extension ByteCount: CustomStringConvertible {
  /// The size to the tenth of a MiB, as "8.2 MiB"; "312 KiB" or "26 bytes" where it is small.
  ///
  /// KiB serve below 0.35 MiB, where a tenth of a MiB would say too little.
  public var description: String {
    let size = bytes.magnitude
    let sign = bytes < 0 ? "-" : ""
    if size < 1 << 10 { return "\(sign)\(size) \(size == 1 ? "byte" : "bytes")" }
    if size < 1 << 20, size * 100 < 35 << 20 { return "\(sign)\((size + 512) >> 10) KiB" }
    // From what would round to 1024.0 MiB on, the next unit.
    let unit: UInt64 = size < (1 << 30) - (1 << 20) / 20 ? 1 << 20 : 1 << 30
    let (whole, rest) = size.quotientAndRemainder(dividingBy: unit)
    let tenths = whole * 10 + (rest * 10 + unit / 2) / unit
    return "\(sign)\(tenths / 10).\(tenths % 10) \(unit == 1 << 20 ? "MiB" : "GiB")"
  }

  /// The shortest way to write exactly this many bytes that parses back: "10MiB", "300KiB", "1000".
  package var shortText: String {
    for (name, unit) in [("GiB", Int64(1) << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    where bytes >= unit && bytes % unit == 0 {
      return "\(bytes / unit)\(name)"
    }
    return "\(bytes)"
  }
}

extension ByteCount {
  private static let units: [(name: String, bytes: UInt64)] = [
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
    ("KB", 1_000), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1),
  ]

  /// A size as people write it: `10485760`, `10MB` (10^6), `10MiB` (2^20), `1.5MiB`, exactly.
  ///
  /// `10M` is refused, since half of the world means the one by it and half the other. Decimals are
  /// read where they come to whole bytes.
  public init(parsing text: String) throws(ParsingError) {
    do throws(ParsingError.Problem) {
      bytes = try Self.parsed(text)
    } catch .ambiguous {
      throw Self.ambiguity(of: text)
    } catch {
      throw ParsingError(error, what: "a size", forms: "bytes, or a number with KiB, MiB, KB or MB")
    }
  }

  private static func parsed(_ text: String) throws(ParsingError.Problem) -> Int64 {
    if let last = text.last, "kKMG".contains(last) {
      _ = try ExactDecimal(parsing: text.dropLast().utf8)
      throw .ambiguous
    }
    guard !text.isEmpty else { throw .empty }
    let unit = units.first { text.hasSuffix($0.name) } ?? ("", 1)
    let number = try ExactDecimal(parsing: text.utf8.dropLast(unit.name.utf8.count))
    let (whole, overflow) = number.whole.multipliedReportingOverflow(by: unit.bytes)
    // Below 10^9 × 2^30, which fits.
    let (part, rest) = (number.fraction * unit.bytes)
      .quotientAndRemainder(dividingBy: ExactDecimal.power(number.decimals))
    guard rest == 0 else { throw .notWhole }
    let (sum, carried) = whole.addingReportingOverflow(part)
    guard !overflow, !carried, let bytes = Int64(exactly: sum) else { throw .outOfRange }
    return bytes
  }

  /// Says what the two meanings of a single letter are; the text is a number and a letter.
  private static func ambiguity(of text: String) -> ParsingError {
    let letter = text.last?.uppercased() ?? ""
    let number = text.dropLast()
    var meanings: [String] = []
    // A long row of zeros is a number too, but no help.
    for unit in number.count > 12 ? [] : ["\(letter)B", "\(letter)iB"] {
      guard let size = try? ByteCount(parsing: "\(number)\(unit)") else { continue }
      meanings.append("\(number)\(unit) (\(size.bytes.grouped) bytes)")
    }
    let forms =
      meanings.count == 2
      ? meanings.joined(separator: " or ") : "\(letter)B (decimal) or \(letter)iB (binary)"
    return ParsingError(.ambiguous, "\(letter) could mean two things; write \(forms)")
  }
}
