internal import Boxes
internal import FFmpeg

/// Which streams are the movie: never cover art, thumbnails, depth, data or text.
struct Selection {
  private let streams: [StreamDescription]
  /// Indices of the streams of real pictures.
  let pictureStreams: [Int]
  /// Indices of the streams of sound.
  let soundStreams: [Int]

  /// - Parameter structure: of MP4 and QuickTime, whose handlers tell depth and stills from movies.
  init(_ streams: [StreamDescription], structure: MovieStructure?) {
    self.streams = streams
    let tracks = structure?.tracks ?? []
    // A chapter track that holds pictures is a list of thumbnails (QuickTime File Format, 'chap').
    let chapters = Set(tracks.flatMap(\.chapterReferences).map(Int.init))
    let handlers = Dictionary(
      tracks.map { (Int($0.id), $0.handler) }, uniquingKeysWith: { first, _ in first })
    func isHandled(_ stream: StreamDescription, by handler: String) -> Bool {
      guard let found = handlers[stream.id] else { return true }
      return found == handler
    }
    pictureStreams = streams.filter { stream in
      stream.kind == .video && !stream.isAttachedPicture && isHandled(stream, by: "vide")
        && !(structure != nil && chapters.contains(stream.id))
    }.map(\.index)
    soundStreams = streams.filter { $0.kind == .audio && isHandled($0, by: "soun") }.map(\.index)
  }

  /// The stream that is taken for the movie's pictures: the first by default flag, then by order,
  /// those that can be decoded before those that can't.
  ///
  /// - Parameter empty: streams that were found to hold nothing.
  func video(without empty: Set<Int>) -> Int? {
    let candidates = pictureStreams.filter { !empty.contains($0) }
    let decodable = candidates.filter { streams[$0].decoder != nil }
    return first(of: decodable) ?? first(of: candidates)
  }

  /// The stream that is taken for the movie's sound: the first that can be decoded, by default
  /// flag, then by order; never by bit rate.
  ///
  /// - Parameter empty: streams that were found to hold nothing.
  func audio(without empty: Set<Int>) -> Int? {
    first(of: soundStreams.filter { isDecodableSound($0) && !empty.contains($0) })
  }

  /// Whether a stream of sound has a decoder, says enough for it, and can be mixed down.
  func isDecodableSound(_ index: Int) -> Bool {
    let stream = streams[index]
    return stream.decoder != nil && stream.sampleRate > 0
      && (1...Resampler.mostChannels).contains(stream.channels)
  }

  private func first(of candidates: [Int]) -> Int? {
    candidates.first { streams[$0].isDefault } ?? candidates.first
  }
}
