internal import CFFmpeg

/// What a stream had said of its colours by each packet, for pictures that come out only after later
/// packets.
///
/// A picture may leave its colours open. From FFmpeg 6.1 on libavcodec fills them in when the picture
/// comes out, by what the decoder knows then. For one that was held back to be put in order that may
/// be the word of parameter sets that came behind it, which do not hold for it.
struct ColorHistory {
  /// The last word of a stream, as a decoder has it.
  struct Word: Equatable {
    var range: AVColorRange
    var primaries: AVColorPrimaries
    var transfer: AVColorTransferCharacteristic
    var matrix: AVColorSpace

    /// - Parameter context: an open decoder.
    init(_ context: UnsafeMutablePointer<AVCodecContext>) {
      // Four numbers are copied out.
      unsafe range = context.pointee.color_range
      unsafe primaries = context.pointee.color_primaries
      unsafe transfer = context.pointee.color_trc
      unsafe matrix = context.pointee.colorspace
    }
  }

  /// More changes than any decoder holds pictures back over.
  private static let maxCount = 64

  /// The mark of the packet that was given last, from 1; 0 before the first.
  private(set) var mark: UInt = 0
  /// Words that were new, each with the mark of the packet that brought it.
  private var words: [(mark: UInt, word: Word)] = []

  /// Says that another packet was given.
  mutating func begin() { mark += 1 }

  /// Keeps the decoder's word for the packet that was given last.
  mutating func note(_ word: Word) {
    guard words.last?.word != word else { return }
    if words.last?.mark == mark { words.removeLast() }
    words.append((mark, word))
    if words.count > Self.maxCount { words.removeFirst() }
  }

  /// Opens what a picture left open and later packets filled in.
  ///
  /// - Parameters:
  ///   - frame: a picture that has just come out.
  ///   - now: the decoder's word at that moment.
  func restore(_ frame: borrowing Frame, now: Word) {
    let began = unsafe clipgate_frame_mark(frame.pointer)
    guard began > 0, began < mark, let then = words.last(where: { $0.mark <= began })?.word
    else { return }
    // What a decoder says of a picture by itself differs from its word on the stream.
    let picture = unsafe frame.pointer
    if then.range == AVCOL_RANGE_UNSPECIFIED, unsafe picture.pointee.color_range == now.range {
      unsafe picture.pointee.color_range = AVCOL_RANGE_UNSPECIFIED
    }
    if then.primaries == AVCOL_PRI_UNSPECIFIED,
      unsafe picture.pointee.color_primaries == now.primaries
    {
      unsafe picture.pointee.color_primaries = AVCOL_PRI_UNSPECIFIED
    }
    if then.transfer == AVCOL_TRC_UNSPECIFIED,
      unsafe picture.pointee.color_trc == now.transfer
    {
      unsafe picture.pointee.color_trc = AVCOL_TRC_UNSPECIFIED
    }
    if then.matrix == AVCOL_SPC_UNSPECIFIED, unsafe picture.pointee.colorspace == now.matrix {
      unsafe picture.pointee.colorspace = AVCOL_SPC_UNSPECIFIED
    }
  }
}
