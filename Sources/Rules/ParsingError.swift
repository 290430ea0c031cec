/// Why a piece of text is not the value that it should be, in words for the one who typed it.
///
/// The text itself is never repeated, so that the description is safe to print and to log.
public struct ParsingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong with the text.
  public enum Problem: Error, Sendable, Equatable {
    /// There is nothing.
    case empty
    /// It is not written as such a value is.
    case malformed
    /// It is below zero.
    case negative
    /// It has more decimals than are kept exactly, which is nine.
    case tooManyDecimals
    /// It is larger than anything that could be meant.
    case outOfRange
    /// It could mean two things.
    case ambiguous
    /// It is not a whole number of bytes.
    case notWhole
  }

  /// What is wrong.
  public var problem: Problem
  /// One line without a full stop, as "not a time; write 3.3, 3.3s, 900ms or 1:02.5".
  public var description: String

  init(_ problem: Problem, _ description: String) {
    self.problem = problem
    self.description = description
  }

  /// Words a problem that is the same for every kind of value.
  init(_ problem: Problem, what: String, forms: String) {
    let complaint =
      switch problem {
      case .empty: "\(what) is missing"
      case .malformed: "not \(what)"
      case .negative: "\(what) can't be negative"
      case .tooManyDecimals: "\(what) has at most nine decimals"
      case .outOfRange: "\(what) this large makes no sense"
      case .ambiguous: "\(what) that could mean two things"
      case .notWhole: "\(what) must come to whole bytes"
      }
    self.init(problem, "\(complaint); write \(forms)")
  }
}
