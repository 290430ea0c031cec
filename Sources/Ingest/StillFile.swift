internal import FFmpeg
internal import Rules

/// A JPEG or PNG file, taken apart before a decoder sees a byte of it.
struct StillFile {
  let format: Decoder.Still
  /// In pixels, as coded.
  let width: Int
  /// In pixels, as coded.
  let height: Int
  /// How the file says that it is turned for display.
  let orientation: Orientation
  /// Whether its colours are those of Display P3, as phones write them.
  let isDisplayP3: Bool
  /// libavutil's names of the formats that it may decode to; nil for any.
  let pixelFormats: Set<String>?
  /// Whether its pixels may be transparent.
  let mayHaveAlpha: Bool
  /// The same picture with nothing but what a decoder needs.
  let picture: [UInt8]

  /// Takes the file for what its first bytes say.
  ///
  /// - Throws: `Refusal`: not recognized, truncated, corrupt, or of a kind that is not decoded here.
  init(_ bytes: [UInt8]) throws(Refusal) {
    if bytes.isEmpty { throw Refusal(.fileEmpty, "The file is empty.") }
    if bytes.starts(with: JPEGFile.beginning) {
      let file = try JPEGFile(bytes)
      format = .jpeg
      (width, height) = (file.width, file.height)
      orientation = file.exif.map { Orientation(tiff: $0) } ?? .upright
      isDisplayP3 = file.components == 3 && ColorProfile.isDisplayP3(file.profile)
      pixelFormats = file.pixelFormats
      mayHaveAlpha = false
      picture = file.picture
    } else if bytes.starts(with: PNGFile.beginning) {
      let file = try PNGFile(bytes)
      format = .png
      (width, height) = (file.width, file.height)
      orientation = file.exif.map { Orientation(tiff: $0) } ?? .upright
      // Its profile is compressed, and nobody unpacks it here.
      isDisplayP3 = false
      pixelFormats = nil
      mayHaveAlpha = true
      picture = file.picture
    } else {
      throw Refusal(.notRecognized, "The file is neither a JPEG nor a PNG picture.")
    }
  }

  /// A picture that names a part which the file does not have.
  static let truncated = Refusal(.truncated, "The picture ends early: a part of it is missing.")

  /// A picture that contradicts itself.
  static let corrupt = Refusal(.corrupt, "The picture can't be read: its data is damaged.")

  /// A picture of a kind that nobody sends.
  static let unsupported = Refusal(
    .codecNotSupported, "The picture is coded in a way that is not supported.")
}
