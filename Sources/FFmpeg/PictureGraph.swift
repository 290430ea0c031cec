internal import CFFmpeg

/// A chain of filters for pictures of one size and format, on one thread.
@safe
public struct PictureGraph: ~Copyable {
  /// What pictures the graph takes in; others need a graph of their own.
  public struct Input: Sendable, Equatable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int
    /// libavutil's name.
    public var pixelFormat: String
    /// The length of a tick of the timestamps, in seconds.
    public var timeBase: Ratio

    public init(width: Int, height: Int, pixelFormat: String, timeBase: Ratio) {
      self.width = width
      self.height = height
      self.pixelFormat = pixelFormat
      self.timeBase = timeBase
    }
  }

  // Owned: freed in deinit, which frees both filter contexts too.
  private let graph: UnsafeMutablePointer<AVFilterGraph>
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>
  /// What pictures it takes in.
  public let input: Input
  /// The filters, as they were given.
  public let chain: String

  /// Builds the chain (`avfilter_graph_parse_ptr`).
  ///
  /// - Parameters:
  ///   - input: what pictures will be given.
  ///   - chain: filters as libavfilter writes them, "scale=640:360,format=yuv420p"; made from numbers
  ///     and constants only, never from text of a movie.
  public init(_ input: Input, chain: String) throws(FFmpegError) {
    Log.begin()
    guard unsafe av_get_pix_fmt(input.pixelFormat) != AV_PIX_FMT_NONE else {
      throw FFmpegError(code: .notFound, call: "av_get_pix_fmt")
    }
    guard let graph = unsafe avfilter_graph_alloc() else {
      throw FFmpegError(code: .noMemory, call: "avfilter_graph_alloc")
    }
    var freeing: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
    var source: UnsafeMutablePointer<AVFilterContext>?
    var sink: UnsafeMutablePointer<AVFilterContext>?
    do throws(FFmpegError) {
      unsafe graph.pointee.nb_threads = 1
      let base = input.timeBase
      let arguments =
        "video_size=\(input.width)x\(input.height):pix_fmt=\(input.pixelFormat)"
        + ":time_base=\(base.numerator)/\(base.denominator):pixel_aspect=1/1"
      try check(
        unsafe avfilter_graph_create_filter(
          &source, avfilter_get_by_name("buffer"), "in", arguments, nil, graph),
        "avfilter_graph_create_filter")
      try check(
        unsafe avfilter_graph_create_filter(
          &sink, avfilter_get_by_name("buffersink"), "out", nil, nil, graph),
        "avfilter_graph_create_filter")
      try unsafe Self.link(graph, source: source, sink: sink, chain: chain)
      try check(unsafe avfilter_graph_config(graph, nil), "avfilter_graph_config")
    } catch {
      unsafe avfilter_graph_free(&freeing)
      throw error
    }
    guard let source = unsafe source, let sink = unsafe sink else {
      unsafe avfilter_graph_free(&freeing)
      throw FFmpegError(code: .notFound, call: "avfilter_graph_create_filter")
    }
    unsafe self.graph = graph
    unsafe self.source = source
    unsafe self.sink = sink
    self.input = input
    self.chain = chain
  }

  deinit {
    var freeing: UnsafeMutablePointer<AVFilterGraph>? = unsafe graph
    unsafe avfilter_graph_free(&freeing)
  }

  /// Gives a picture to the chain and leaves it as it is (`av_buffersrc_write_frame`).
  public mutating func push(_ frame: borrowing Frame) throws(FFmpegError) {
    try check(unsafe av_buffersrc_write_frame(source, frame.pointer), "av_buffersrc_write_frame")
  }

  /// Says that no picture comes any more, so that the chain gives out what it holds back.
  public mutating func finish() throws(FFmpegError) {
    try check(unsafe av_buffersrc_write_frame(source, nil), "av_buffersrc_write_frame")
  }

  /// Takes the next picture from the chain (`av_buffersink_get_frame`).
  public mutating func pull(into frame: borrowing Frame) throws(FFmpegError) -> Received {
    frame.clear()
    let result = unsafe av_buffersink_get_frame(sink, frame.pointer)
    switch result {
    case clipgate_error_again(): return .needsInput
    case clipgate_error_eof(): return .end
    default:
      try check(result, "av_buffersink_get_frame")
      return .frame
    }
  }

  private static func link(
    _ graph: UnsafeMutablePointer<AVFilterGraph>, source: UnsafeMutablePointer<AVFilterContext>?,
    sink: UnsafeMutablePointer<AVFilterContext>?, chain: String
  ) throws(FFmpegError) {
    // The chain's open ends are named after what they join: its input "in", its output "out".
    var outputs = unsafe avfilter_inout_alloc()
    var inputs = unsafe avfilter_inout_alloc()
    defer {
      unsafe avfilter_inout_free(&outputs)
      unsafe avfilter_inout_free(&inputs)
    }
    guard let from = unsafe outputs, let to = unsafe inputs else {
      throw FFmpegError(code: .noMemory, call: "avfilter_inout_alloc")
    }
    unsafe from.pointee.name = av_strdup("in")
    unsafe from.pointee.filter_ctx = source
    unsafe to.pointee.name = av_strdup("out")
    unsafe to.pointee.filter_ctx = sink
    try check(
      unsafe avfilter_graph_parse_ptr(graph, chain, &inputs, &outputs, nil),
      "avfilter_graph_parse_ptr")
  }
}
