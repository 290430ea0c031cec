internal import CFFmpeg

/// Reads out of packets of sound how many samples they hold, without decoding them.
@safe
public final class SoundParser {
  private let parser: CodecParser

  /// A parser of a stream of FLAC or Vorbis: nothing else tells the samples of their packets.
  ///
  /// - Throws: `notFound` for every other codec.
  public init(_ demuxer: borrowing Demuxer, stream index: Int) throws(FFmpegError) {
    guard index < demuxer.streams.count,
      ["flac", "vorbis"].contains(demuxer.streams[index].codec)
    else { throw FFmpegError(code: .notFound, call: "av_parser_init") }
    parser = try CodecParser(demuxer, stream: index)
  }

  /// Samples of one channel in a packet (`av_parser_parse2`); 0 where it does not tell.
  ///
  /// Of Vorbis those that come out once the packet before it was decoded, so all packets must be given,
  /// in order.
  public func samples(of packet: borrowing Packet) -> Int {
    unsafe parser.state.pointee.duration = 0
    parser.read(packet)
    return unsafe Int(max(0, parser.state.pointee.duration))
  }
}
