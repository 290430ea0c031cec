/// Why a file's structure cannot be trusted.
///
/// Nothing in it comes from the file but a four-character code, of which only printable ASCII is
/// kept: it may be logged and shown.
public struct BoxFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of fault it is.
  public var code: Code
  /// Where in the file the box at fault starts, in bytes.
  public var offset: UInt64
  /// The type of the box at fault, such as `stsz`; empty where no box could be read.
  public var box: String
  /// What is wrong with it: a phrase of ours, never text of the file.
  public var detail: String

  /// A fault in the box that starts at `offset`.
  public init(_ code: Code, offset: UInt64, box: String, detail: String) {
    self.code = code
    self.offset = offset
    self.box = box
    self.detail = detail
  }

  /// One line, safe to print.
  public var description: String {
    let place = box.isEmpty ? "byte \(offset)" : "box \(box) at byte \(offset)"
    return "\(code.rawValue): \(place): \(detail)"
  }

  /// The kinds of fault; open, so that one can be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Bytes that the file says it has are missing: it was cut.
    public static let truncated = Code(rawValue: "truncated")
    /// The structure contradicts itself or the format.
    public static let corrupt = Code(rawValue: "corrupt")
    /// More boxes, samples or entries than any real recording has.
    public static let tooComplex = Code(rawValue: "too complex")
    /// The media, or the movie, is said to be in another file or at an address.
    public static let externalReference = Code(rawValue: "external reference")
    /// The index is compressed (`cmov`), which could unfold to any size.
    public static let compressedIndex = Code(rawValue: "compressed index")
    /// There is no index (`moov`) and nothing that says one was cut off.
    public static let notAMovie = Code(rawValue: "not a movie")
    /// The reader failed, or answered another number of bytes than it was asked for.
    public static let unreadable = Code(rawValue: "unreadable")
  }
}
