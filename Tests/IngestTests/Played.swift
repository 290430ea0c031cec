import FFmpeg
import TestSupport

/// What a player shows of a movie: its pictures' times and mean luma, and its sound.
struct Played {
  private(set) var times: [Duration] = []
  /// Sample values of the first plane, 16 to 235 in limited range.
  private(set) var lumas: [Double] = []
  private(set) var size = (width: 0, height: 0)
  /// One array a channel, the first sample at time 0.
  private(set) var sound: [[Float]] = []
  private(set) var sampleRate = 0

  init(_ file: OpenFile, _ format: String = "mov") throws {
    var demuxer = try Demuxer(descriptor: file.descriptor, size: file.size, format: format)
    let streams = demuxer.streams
    let packet = try Packet()
    let frame = try Frame()
    for stream in streams {
      var decoder = try Decoder(demuxer, stream: stream.index, maxPixels: 1 << 30)
      _ = demuxer.seek(stream: stream.index, toKeyFrameAtOrBefore: 0)
      while try demuxer.read(into: packet) {
        guard packet.streamIndex == stream.index else { continue }
        _ = try decoder.send(packet)
        while try decoder.receive(into: frame) == .frame { try add(frame, stream) }
      }
      try decoder.finish()
      while try decoder.receive(into: frame) == .frame { try add(frame, stream) }
    }
    withExtendedLifetime(file) {}
  }

  /// The numbers of the ramp's pictures that are shown.
  func frames(base: Int = 16, step: Int = 7) -> [Int] {
    lumas.map { Int((($0 - Double(base)) / Double(step)).rounded()) }
  }

  private mutating func add(_ frame: borrowing Frame, _ stream: StreamDescription) throws {
    let start = stream.timeBase.duration(frame.timestamp ?? 0)
    if stream.kind == .video {
      times.append(start)
      size = (frame.width, frame.height)
      lumas.append(Self.mean(frame))
    } else if stream.kind == .audio {
      sampleRate = frame.sampleRate
      if sound.isEmpty { sound = Array(repeating: [], count: frame.channels) }
      var resampler = try Resampler(
        for: frame, sampleRate: frame.sampleRate, channels: frame.channels)
      var piece = [[Float]](repeating: [], count: frame.channels)
      try resampler.convert(frame, into: &piece)
      let place = Int(Ratio(1, Int32(frame.sampleRate)).ticks(start))
      for channel in piece.indices {
        sound[channel] += Array(repeating: 0, count: max(0, place - sound[channel].count))
        sound[channel] += piece[channel]
      }
    }
  }

  private static func mean(_ frame: borrowing Frame) -> Double {
    let (width, height) = (frame.width, frame.height)
    // unsafe: `withFirstPlane` lends `stride` × height bytes.
    let sum = unsafe frame.withFirstPlane { rows, stride in
      (0..<height).reduce(0) { sum, row in
        (0..<width).reduce(sum) { unsafe $0 + Int(rows[row * stride + $1]) }
      }
    }
    return Double(sum) / Double(width * height)
  }
}
