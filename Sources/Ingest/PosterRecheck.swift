internal import FFmpeg
internal import Rules

/// Reads a poster like a stranger's before it gets its name.
struct PosterRecheck {
  let file: InputFile
  let policy: Policy
  let poster: PosterReport

  /// - Throws: `fault` where the poster is not what the report says, or no whole picture of its form.
  func run() throws(IngestError) {
    let most = Int64(policy.profile.maxPosterBytes)
    guard file.size == poster.bytes, (1...most).contains(file.size) else {
      throw Self.fault("size")
    }
    let bytes = try file.read(at: 0, count: Int(file.size))
    guard let form = PosterForm(bytes) else { throw Self.fault("form") }
    guard form.width == poster.width, form.height == poster.height else {
      throw Self.fault("dimensions")
    }
    do {
      var decoder = try Decoder.jpeg(maxPixels: policy.maxPixels)
      let packet = try Packet()
      try packet.replace(bytes: bytes)
      let picture = try Frame()
      guard try decoder.send(packet), try decoder.receive(into: picture) == .frame,
        !picture.isDamaged, picture.width == poster.width, picture.height == poster.height
      else { throw Self.fault("picture") }
    } catch let error as IngestError {
      throw error
    } catch {
      throw Self.fault("picture")
    }
  }

  private static func fault(_ what: String) -> IngestError {
    IngestError(code: .fault, call: "PosterRecheck.\(what)")
  }
}
