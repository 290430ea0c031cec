internal import FFmpeg

/// Reads a JPEG that we wrote like a stranger's before it gets its name.
struct JPEGRecheck {
  let file: InputFile
  /// The most bytes that it may have.
  let maxBytes: Int64
  /// The most pixels of any picture that is decoded.
  let maxPixels: Int64
  /// What is said of its size, in bytes.
  let bytes: Int64
  /// What is said of its width, in pixels.
  let width: Int
  /// What is said of its height, in pixels.
  let height: Int

  /// - Throws: `fault` where it is not what is said of it, or no whole picture of its form.
  func run() throws(IngestError) {
    guard file.size == bytes, 1 <= file.size, file.size <= maxBytes else {
      throw Self.fault("size")
    }
    let bytes = try file.read(at: 0, count: Int(file.size))
    guard let form = JPEGForm(bytes) else { throw Self.fault("form") }
    guard form.width == width, form.height == height else { throw Self.fault("dimensions") }
    do {
      let picture = try Decoder.picture(.jpeg, bytes, maxPixels: maxPixels)
      guard !picture.isDamaged, picture.width == width, picture.height == height else {
        throw Self.fault("picture")
      }
    } catch let error as IngestError {
      throw error
    } catch {
      throw Self.fault("picture")
    }
  }

  private static func fault(_ what: String) -> IngestError {
    IngestError(code: .fault, call: "JPEGRecheck.\(what)")
  }
}

extension Decoder {
  /// The picture that a file holds.
  ///
  /// - Parameters:
  ///   - still: which format.
  ///   - bytes: all of the file.
  ///   - maxPixels: pictures with more are refused before they are allocated.
  static func picture(
    _ still: Still, _ bytes: [UInt8], maxPixels: Int64
  ) throws(FFmpegError) -> Frame {
    var decoder = try Decoder.still(still, maxPixels: maxPixels)
    let packet = try Packet()
    try packet.replace(bytes: bytes)
    let picture = try Frame()
    guard try decoder.send(packet), try decoder.receive(into: picture) == .frame else {
      throw FFmpegError(code: .invalidData, call: "avcodec_receive_frame")
    }
    return picture
  }
}
