internal import Rules

/// Messages to nobody, so that what Swift looks up for the first one is there for all children.
package enum Rehearsal {
  /// Writes and reads a request and an answer of each kind that has facts.
  package static func run() {
    let request = Request.make(
      policy: Policy(), trim: .none, posterTime: .best, targetBytes: nil)
    let reason = Reason(.corrupt, observed: 1, message: "")
    let examination = Examination(bytes: 0, facts: facts, reasons: [reason], warnings: [])
    let verdict = Verdict(name: "", reasons: [], warnings: [], facts: facts)
    let report = Report(
      verdict: verdict, plan: nil, output: nil, poster: nil,
      timing: Timing(wall: nil, cpu: nil, stages: StageTimes()))
    for answer in [Answer.examined(examination), .made(report, nil)] {
      _ = try? Payload.value(Answer.self, Payload.bytes(answer))
    }
    _ = try? Payload.value(Request.self, Payload.bytes(request))
  }

  private static var facts: Facts {
    let color = ColorFacts(range: nil, primaries: nil, transfer: nil, matrix: nil)
    let video = VideoFacts(
      index: 0, codec: "", profile: nil, pixelFormat: nil, bitDepth: nil, codedWidth: 0,
      codedHeight: 0, width: 0, height: 0, rotation: 0, mirrored: false, sampleAspectRatio: "",
      frameCount: 0, frameRate: nil, variableFrameRate: false, interlaced: false, hdr: nil,
      dolbyVision: false, color: color, bitRate: nil, keyFrames: 0, start: nil)
    let audio = AudioFacts(
      index: 0, codec: "", profile: nil, channels: 0, sampleRate: 0, bitRate: nil, start: nil,
      duration: .zero)
    let stream = StreamFacts(
      index: 0, kind: .video, codec: nil, duration: nil, decodable: true, attachedPicture: false)
    return Facts(
      bytes: 0, container: .mp4, brand: nil, fastStart: true, fragmented: false,
      duration: DurationFacts(declared: nil, presented: nil, stored: nil, audioClock: nil),
      video: video, audio: audio, streams: [stream],
      metadata: MetadataFacts(location: false, make: false, model: false, created: false))
  }
}
