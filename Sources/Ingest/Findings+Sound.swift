internal import Rules

extension Findings {
  /// What did not decode of the sound, as a warning.
  ///
  /// - Parameters:
  ///   - decoded: samples that came out.
  ///   - failures: pieces that did not decode.
  static func lostSound(decoded: Int64, failures: Int) -> [Warning] {
    if decoded == 0 {
      return [Warning(.audioNotDecodable, message: "The sound can't be decoded; it is left out.")]
    }
    guard failures > 0 else { return [] }
    return [Warning(.damagedSound, message: "\(failures) pieces of sound can't be decoded.")]
  }
}
