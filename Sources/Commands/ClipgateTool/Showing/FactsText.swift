internal import Rules

/// A movie's facts for people, a line a topic.
enum FactsText {
  static func lines(_ facts: Facts) -> [String] {
    var lines = [
      row("container", container(facts)),
      row("duration", duration(facts.duration)),
      row("video", facts.video.map(video) ?? "none"),
    ]
    if let video = facts.video { lines.append(row("", picture(video))) }
    lines.append(row("audio", facts.audio.map(audio) ?? "none"))
    for stream in facts.streams { lines.append(row("stream \(stream.index)", self.stream(stream))) }
    lines.append(row("metadata", metadata(facts.metadata)))
    return lines
  }

  private static func row(_ title: String, _ text: String) -> String {
    "  \(title.padded(to: 11)) \(Shown.escaped(text))"
  }

  private static func container(_ facts: Facts) -> String {
    var parts = [facts.container.rawValue]
    if let brand = facts.brand { parts.append("brand \(brand)") }
    parts.append("\(ByteCount(facts.bytes)) (\(facts.bytes.grouped) bytes)")
    if facts.fastStart { parts.append("index first") }
    if facts.fragmented { parts.append("fragmented") }
    return parts.joined(separator: ", ")
  }

  private static func duration(_ clocks: DurationFacts) -> String {
    func text(_ time: Duration?) -> String { time.map(\.columnText) ?? "unknown" }
    return "\(text(clocks.presented)) presented; declared \(text(clocks.declared)), "
      + "stored \(text(clocks.stored)), by the sound \(text(clocks.audioClock))"
  }

  private static func video(_ video: VideoFacts) -> String {
    var parts = [[video.codec, video.profile].compactMap(\.self).joined(separator: " ")]
    parts.append("\(video.width)×\(video.height)")
    if video.rotation != 0 { parts.append("turned \(video.rotation)°") }
    if video.mirrored { parts.append("mirrored") }
    if let rate = video.frameRate { parts.append(rate.frameRateText) }
    if video.variableFrameRate { parts.append("variable") }
    parts.append("\(video.frameCount) frames, \(video.keyFrames) key")
    if let rate = video.bitRate { parts.append(bits(rate)) }
    return parts.joined(separator: ", ")
  }

  private static func picture(_ video: VideoFacts) -> String {
    var parts = ["coded \(video.codedWidth)×\(video.codedHeight)"]
    if video.sampleAspectRatio != "1:1" { parts.append("pixels \(video.sampleAspectRatio)") }
    if let format = video.pixelFormat { parts.append(format) }
    if let depth = video.bitDepth { parts.append("\(depth) bits") }
    let color = video.color
    let names = [color.range, color.primaries, color.transfer, color.matrix].compactMap(\.self)
    if !names.isEmpty { parts.append(names.joined(separator: "/")) }
    if let hdr = video.hdr { parts.append("HDR (\(hdr.rawValue))") }
    if video.dolbyVision { parts.append("Dolby Vision") }
    if video.interlaced { parts.append("interlaced") }
    return parts.joined(separator: ", ")
  }

  private static func audio(_ audio: AudioFacts) -> String {
    var parts = [[audio.codec, audio.profile].compactMap(\.self).joined(separator: " ")]
    parts.append("\(audio.channels) \(audio.channels == 1 ? "channel" : "channels")")
    parts.append("\(audio.sampleRate) Hz")
    if let rate = audio.bitRate { parts.append(bits(rate)) }
    if let duration = audio.duration { parts.append(duration.columnText) }
    if let start = audio.start, start != .zero { parts.append("from \(start.columnText)") }
    return parts.joined(separator: ", ")
  }

  private static func stream(_ stream: StreamFacts) -> String {
    var parts = ["\(stream.kind.rawValue) \(stream.codec ?? "unknown")"]
    if let duration = stream.duration { parts.append(duration.columnText) }
    if stream.attachedPicture { parts.append("cover picture") }
    if !stream.decodable { parts.append("not decodable") }
    return parts.joined(separator: ", ")
  }

  private static func metadata(_ metadata: MetadataFacts) -> String {
    let found = [
      (metadata.location, "location"), (metadata.make, "make"), (metadata.model, "model"),
      (metadata.created, "date"),
    ].filter(\.0).map(\.1)
    return found.isEmpty ? "none" : found.joined(separator: ", ")
  }

  private static func bits(_ rate: Int64) -> String { "\((rate / 1_000).grouped) kb/s" }
}
