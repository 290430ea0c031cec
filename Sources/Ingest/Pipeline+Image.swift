internal import FFmpeg
public import Rules

// The pictures of posts.
extension Pipeline {
  /// Makes of a JPEG or PNG picture the small one that a post shows.
  ///
  /// It is 150 pixels wide, whatever the original's size, so that smaller ones are enlarged, and as
  /// high in proportion, rounded, at least 1: what the app makes. It is upright, lies on white where
  /// it is transparent, and holds nothing but its pixels: no place, no maker, no profile, no
  /// thumbnail. Colours of Display P3 become sRGB's; other profiles of a JPEG and all of a PNG are
  /// passed over.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading on a regular file, read by `pread` from offset 0. What it is is
  ///     decided by its first bytes.
  ///   - policy: bounds its bytes and its pixels.
  ///   - output: open for writing on an empty regular file; gets a baseline JPEG of 4:2:0, at most
  ///     `ImageReport.maxBytes` long.
  /// - Returns: what was written; or nil and why it is refused, and nothing was written.
  /// - Throws: `IngestError` when the input can't be read, the output can't be written, or a fault of
  ///   ours; what was written by then means nothing.
  public static func image(
    descriptor: Int32, policy: Policy, into output: Int32
  ) throws(IngestError) -> (report: ImageReport?, reasons: [Reason]) {
    let made: (bytes: [UInt8], height: Int)
    do {
      made = try ImageShrinking(file: InputFile(descriptor: descriptor), policy: policy).run()
    } catch {
      let refusal = try Refusal.from(error)
      // A decoder's errors are told in words that fit a movie.
      return (nil, (error is FFmpegError ? StillFile.corrupt : refusal).reasons)
    }
    try OutputFile(descriptor: output).write([made.bytes])
    return (ImageReport(bytes: Int64(made.bytes.count), height: made.height), [])
  }

  /// What `verifyPoster` is to a poster, for the picture of a post.
  ///
  /// - Parameters:
  ///   - descriptor: of the written picture, open for reading; read by `pread` from offset 0.
  ///   - image: what `image` said of it.
  /// - Throws: `IngestError`: a `fault` where it is not what it must be; `unreadable`.
  public static func verifyImage(
    descriptor: Int32, image: ImageReport
  ) throws(IngestError) {
    // The policy's pixels are those of what came in; this may be larger. libavcodec counts rows as
    // long as their lines of memory are.
    let most = Int64((ImageReport.width + 64) * ImageReport.maxHeight)
    try JPEGRecheck(
      file: InputFile(descriptor: descriptor), maxBytes: ImageReport.maxBytes, maxPixels: most,
      bytes: image.bytes, width: image.width, height: image.height
    ).run()
  }
}
