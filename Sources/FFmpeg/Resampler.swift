internal import CFFmpeg

/// Turns decoded sound of any layout, format and rate into planar floats of one.
///
/// Channels are mixed down by libswresample's standard matrix (ITU-R BS.775), normalised so that
/// nothing clips.
@safe
public struct Resampler: ~Copyable {
  /// The most channels that libswresample takes (its `SWR_CH_MAX`).
  public static let mostChannels = 64

  // Owned: freed in deinit.
  private let context: OpaquePointer
  private let inputRate: Int
  private let inputFormat: Int32
  /// Which channels come in; the same count may be other speakers. Freed in deinit.
  private let inputLayout: AVChannelLayout
  /// Samples a second that come out.
  public let sampleRate: Int
  /// Channels that come out: 1 or 2.
  public let channels: Int

  /// - Parameters:
  ///   - frame: sound like all that will be given; other sound needs its own resampler.
  ///   - sampleRate: samples a second that come out.
  ///   - channels: channels that come out, 1 or 2.
  public init(
    for frame: borrowing Frame, sampleRate: Int, channels: Int
  ) throws(FFmpegError) {
    var output = unsafe AVChannelLayout()
    unsafe clipgate_default_layout(&output, Int32(channels))
    // A layout that names no order is taken for the usual one of that many channels.
    var input = unsafe AVChannelLayout()
    let count = unsafe frame.pointer.pointee.ch_layout.nb_channels
    let order = unsafe frame.pointer.pointee.ch_layout.order
    if order == AV_CHANNEL_ORDER_UNSPEC {
      unsafe clipgate_default_layout(&input, count)
    } else {
      try check(
        unsafe av_channel_layout_copy(&input, &frame.pointer.pointee.ch_layout),
        "av_channel_layout_copy")
    }
    defer { unsafe av_channel_layout_uninit(&input) }
    let context: OpaquePointer
    do throws(FFmpegError) {
      unsafe context = try Self.open(frame, from: &input, to: &output, rate: sampleRate, mix: [])
    } catch {
      // No usual order is known, as of 12 channels of a mixing desk, or of a sound field.
      var plain = unsafe AVChannelLayout()
      unsafe plain.nb_channels = count
      let mix = Self.mix(
        of: Int(count), into: channels, isSoundField: order == AV_CHANNEL_ORDER_AMBISONIC)
      unsafe context = try Self.open(frame, from: &plain, to: &output, rate: sampleRate, mix: mix)
    }
    var layout = unsafe AVChannelLayout()
    do throws(FFmpegError) {
      try check(
        unsafe av_channel_layout_copy(&layout, &frame.pointer.pointee.ch_layout),
        "av_channel_layout_copy")
    } catch {
      var freeing: OpaquePointer? = unsafe context
      unsafe swr_free(&freeing)
      throw error
    }
    unsafe self.context = context
    unsafe inputLayout = layout
    inputRate = frame.sampleRate
    inputFormat = unsafe frame.pointer.pointee.format
    self.sampleRate = sampleRate
    self.channels = channels
  }

  /// - Parameter mix: a row of weights for each channel that comes out, or nothing for the
  ///   standard's.
  private static func open(
    _ frame: borrowing Frame, from input: UnsafeMutablePointer<AVChannelLayout>,
    to output: UnsafeMutablePointer<AVChannelLayout>, rate: Int, mix: [Double]
  ) throws(FFmpegError) -> OpaquePointer {
    var made: OpaquePointer?
    // On failure libswresample frees what it made; both layouts are copied.
    try check(
      unsafe swr_alloc_set_opts2(
        &made, output, AV_SAMPLE_FMT_FLTP, Int32(rate), input,
        AVSampleFormat(frame.pointer.pointee.format), frame.pointer.pointee.sample_rate, 0, nil),
      "swr_alloc_set_opts2")
    // For floats libswresample lets a mix grow beyond full scale unless it is told not to.
    var result = unsafe av_opt_set_double(UnsafeMutableRawPointer(made), "rematrix_maxval", 1, 0)
    if result >= 0, !mix.isEmpty {
      result = unsafe swr_set_matrix(made, mix, Int32(frame.channels))
    }
    if result >= 0 { result = unsafe swr_init(made) }
    guard result >= 0, let context = unsafe made else {
      unsafe swr_free(&made)
      throw FFmpegError(call: "swr_init", number: result)
    }
    return unsafe context
  }

  /// Weights for channels of no known place: the first two are left and right, the others in the
  /// middle; of a sound field its first channel, which hears all sides, is taken alone.
  private static func mix(of count: Int, into channels: Int, isSoundField: Bool) -> [Double] {
    (0..<channels).flatMap { output in
      (0..<count).map { input in
        if isSoundField { return input == 0 ? 1 : 0 }
        let isElsewhere = channels == 2 && input < 2 && input != output
        let heard = channels == 2 ? max(1, count - 1) : count
        return isElsewhere ? 0 : 1 / Double(heard)
      }
    }
  }

  deinit {
    var freeing: OpaquePointer? = unsafe context
    unsafe swr_free(&freeing)
    var layout = unsafe inputLayout
    unsafe av_channel_layout_uninit(&layout)
  }

  /// Whether a frame is of the kind that this resampler was made for.
  public func takes(_ frame: borrowing Frame) -> Bool {
    guard
      unsafe frame.sampleRate == inputRate && frame.pointer.pointee.format == inputFormat
    else { return false }
    // Both layouts are only looked at.
    return unsafe withUnsafePointer(to: inputLayout) {
      unsafe av_channel_layout_compare(&frame.pointer.pointee.ch_layout, $0) == 0
    }
  }

  /// Converts a frame, and appends what comes out to one array a channel (`swr_convert`).
  public mutating func convert(
    _ frame: borrowing Frame, into samples: inout [[Float]]
  ) throws(FFmpegError) {
    let planes = unsafe frame.pointer.pointee.extended_data
    try unsafe convert(planes, count: frame.sampleCount, into: &samples)
  }

  /// Gives out what the resampling filter holds back.
  public mutating func finish(into samples: inout [[Float]]) throws(FFmpegError) {
    try unsafe convert(nil, count: 0, into: &samples)
  }

  private mutating func convert(
    _ planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, count: Int,
    into samples: inout [[Float]]
  ) throws(FFmpegError) {
    let room = Int(
      try check(unsafe swr_get_out_samples(context, Int32(count)), "swr_get_out_samples"))
    guard room > 0 else { return }
    var output = [Float](repeating: 0, count: room * channels)
    let channels = channels
    let context = unsafe context
    // Each channel has `room` floats of `output`; swr_convert writes no more than that.
    let got = unsafe output.withUnsafeMutableBytes { bytes -> Int32 in
      var pointers = unsafe (0..<channels).map { channel in
        unsafe bytes.baseAddress?.advanced(by: channel * room * MemoryLayout<Float>.size)
          .assumingMemoryBound(to: UInt8.self)
      }
      return unsafe pointers.withUnsafeMutableBufferPointer { destination in
        let constant = unsafe planes.map {
          unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(
            to: UnsafePointer<UInt8>?.self)
        }
        return unsafe swr_convert(
          context, destination.baseAddress, Int32(room), constant, Int32(count))
      }
    }
    try check(got, "swr_convert")
    for channel in 0..<channels {
      samples[channel].append(contentsOf: output[channel * room..<channel * room + Int(got)])
    }
  }
}
