internal import Boxes

/// The order in which pictures and sound lie in a file: chunks of half a second, in order of time.
struct Interleaving {
  private static let chunkLength = Duration.milliseconds(500)

  let chunks: [WrittenChunk]

  /// - Parameters:
  ///   - videoTimes: decoding times of the pictures, from 0.
  ///   - audioPacket: how long one packet of sound lasts.
  init(videoTimes: [Duration], audioCount: Int, audioPacket: Duration) {
    var chunks: [WrittenChunk] = []
    var place = (video: 0, audio: 0)
    var end = Self.chunkLength
    while place.video < videoTimes.count || place.audio < audioCount {
      let video = videoTimes[place.video...].prefix { $0 < end }.count
      if video > 0 { chunks.append(WrittenChunk(track: .video, sampleCount: UInt32(video))) }
      place.video += video
      var audio = 0
      while place.audio + audio < audioCount, audioPacket * (place.audio + audio) < end {
        audio += 1
      }
      if audio > 0 { chunks.append(WrittenChunk(track: .audio, sampleCount: UInt32(audio))) }
      place.audio += audio
      end += Self.chunkLength
    }
    self.chunks = chunks
  }
}
