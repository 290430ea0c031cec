internal import FoundationEssentials

/// A document on one line.
package enum JSONLine {
  /// Encodes a document; keys are sorted, so that equal documents are equal lines.
  ///
  /// - Throws: `EncodingError` for a number that JSON can't hold, which is a fault of ours.
  package static func text(_ document: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(document), as: UTF8.self)
  }
}
