internal import FFmpeg
internal import Rules

/// How one picture becomes an output picture: the filters.
struct PictureRecipe {
  /// Filters as libavfilter writes them.
  let chain: String
  /// - Parameters:
  ///   - color: what the frame's samples stand for.
  ///   - firstAspect: the sample aspect ratio that the movie's first picture itself has.
  init(
    frame: borrowing Frame, color: PictureColor, movie: Movie, output: PictureSize,
    firstAspect: Ratio
  ) {
    let video = movie.facts.video
    let orientation = Orientation(
      rotation: video?.rotation ?? 0, isMirrored: video?.mirrored ?? false)
    let picture = video.map { Self.size(of: frame, in: $0, firstAspect, output) } ?? output
    let width = orientation.swapsSides ? picture.height : picture.width
    let height = orientation.swapsSides ? picture.width : picture.height
    var steps = color.conversion(width: width, height: height)
    // Turning is cheapest on the small picture.
    steps += orientation.filters
    if picture != output {
      steps.append("pad=\(output.width):\(output.height):(ow-iw)/2:(oh-ih)/2:black")
    }
    // A chain of no filter but scale may pass the sample aspect ratio on; pixels are square now.
    steps.append("setsar=1")
    chain = steps.joined(separator: ",")
  }

  /// The size of an upright picture inside the output, whose size is that of the first one.
  ///
  /// Streams change their size on the way: a phone is turned in a call, a sender saves bandwidth.
  /// Such pictures keep their shape and fill the output as far as that allows.
  private static func size(
    of frame: borrowing Frame, in video: VideoFacts, _ firstAspect: Ratio, _ output: PictureSize
  ) -> PictureSize {
    let own = frame.sampleAspectRatio
    // The container's word, which facts have, goes for pictures that say nothing new of themselves.
    let hasNewAspect = own.isPositive && own != firstAspect
    guard frame.width != video.codedWidth || frame.height != video.codedHeight || hasNewAspect
    else { return output }
    let aspect =
      hasNewAspect
      ? SampleAspectRatio(numerator: Int(own.numerator), denominator: Int(own.denominator))
      : SampleAspectRatio(video.sampleAspectRatio)
    return PictureSize(
      codedWidth: frame.width, codedHeight: frame.height, sampleAspectRatio: aspect,
      rotation: video.rotation
    ).fitted(into: output)
  }
}
