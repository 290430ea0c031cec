internal import FFmpeg
internal import Rules

extension Findings {
  func videoFacts(_ clock: StreamClock, origin: Duration) -> VideoFacts {
    let stream = clock.stream
    let picture = reading.picture
    let width = picture?.width ?? stream.width
    let height = picture?.height ?? stream.height
    let orientation = Orientation(matrix: stream.displayMatrix)
    let aspect = sampleAspectRatio(stream, picture)
    let size = PictureSize(
      codedWidth: width, codedHeight: height, sampleAspectRatio: aspect,
      rotation: orientation.rotation)
    let span = clock.span()
    let length = span.map { $0.upperBound - $0.lowerBound }
    let color = color(stream.color, picture?.color)
    // A second field is no picture of its own.
    let pictures = clock.shown.filter { !$0.isSecondField }
    return VideoFacts(
      index: stream.index, codec: stream.codec ?? "unknown", profile: stream.profile,
      pixelFormat: picture?.pixelFormat ?? stream.pixelFormat, bitDepth: picture?.bitDepth,
      codedWidth: width, codedHeight: height, width: size.width, height: size.height,
      rotation: orientation.rotation, mirrored: orientation.isMirrored,
      sampleAspectRatio: aspect.description, frameCount: pictures.count,
      frameRate: length.flatMap { frameRate(pictures.count, over: $0) },
      variableFrameRate: hasVariableRate(pictures.map(\.start)),
      interlaced: (picture?.isInterlaced ?? stream.isInterlaced) || Fields.areTold(by: stream),
      hdr: VideoFacts.HDR(transfer: color.transfer),
      dolbyVision: stream.hasDolbyVision, color: color,
      bitRate: length.flatMap { bitRate(clock.bytes, over: $0) },
      keyFrames: pictures.count { $0.isKey }, start: span.map { $0.lowerBound - origin })
  }

  /// The container's ratio where it has one, else the picture's own.
  private func sampleAspectRatio(
    _ stream: StreamDescription, _ picture: PictureCheck.Picture?
  ) -> SampleAspectRatio {
    let own = picture?.sampleAspectRatio ?? Ratio(0, 1)
    let ratio = stream.sampleAspectRatio.isPositive ? stream.sampleAspectRatio : own
    guard ratio.isPositive else { return .square }
    return SampleAspectRatio(
      numerator: Int(ratio.numerator), denominator: Int(ratio.denominator))
  }

  /// What the decoded picture says, and where it is silent, what the container does.
  private func color(_ stream: ColorDescription, _ picture: ColorDescription?) -> ColorFacts {
    ColorFacts(
      range: picture?.range ?? stream.range, primaries: picture?.primaries ?? stream.primaries,
      transfer: picture?.transfer ?? stream.transfer, matrix: picture?.matrix ?? stream.matrix)
  }

  private func frameRate(_ frames: Int, over length: Duration) -> Double? {
    guard length > .zero else { return nil }
    let rate = Double(frames) / length.printedSeconds
    return rate.isFinite ? (rate * 1_000_000).rounded() / 1_000_000 : nil
  }

  /// Whether a gap between shown frames differs from the usual one by more than a tenth of it and
  /// more than the time base's own rounding.
  private func hasVariableRate(_ starts: [Int64]) -> Bool {
    let starts = starts.sorted()
    guard starts.count > 2 else { return false }
    var gaps: [Int64] = []
    for (one, next) in zip(starts, starts.dropFirst()) {
      let gap = next.subtractingReportingOverflow(one)
      if gap.overflow { return true }
      gaps.append(gap.partialValue)
    }
    let usual = gaps.sorted()[gaps.count / 2]
    let allowed = max(usual / 10, 2)
    return gaps.contains { ($0 - usual).magnitude > allowed.magnitude }
  }
}
