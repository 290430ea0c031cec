internal import Boxes
internal import FFmpeg
internal import Rules

/// That a movie is refused before its facts are known; thrown within this room, never out of it.
struct Refusal: Error {
  var reasons: [Reason]

  init(_ reasons: [Reason]) {
    self.reasons = reasons
  }

  init(_ code: Reason.Code, _ message: String) {
    self.init([Reason(code, message: message)])
  }

  static func tooManyStreams(_ count: Int, limit: Int) -> Refusal {
    Refusal([
      Reason(
        .tooComplex, observed: Double(count), limit: Double(limit), unit: "streams",
        message: "The movie has \(count) streams; at most \(limit) are allowed.")
    ])
  }

  static func tooManyPackets(_ count: Int, limit: Int) -> Refusal {
    Refusal([
      Reason(
        .tooComplex, observed: Double(count), limit: Double(limit), unit: "packets",
        message: "The movie has \(count) packets; at most \(limit) are allowed.")
    ])
  }

  /// Sorts what ended work on a movie: the movie's own fault is a refusal, all else an error.
  static func from(_ error: any Error) throws(IngestError) -> Refusal {
    switch error {
    case let refusal as Refusal: return refusal
    case let fault as BoxFault: return try from(fault)
    case let stop as Budget.Stop: return try from(stop)
    case let failure as FFmpegError: return try from(failure)
    case let failure as IngestError: throw failure
    default: throw IngestError(code: .fault, call: "\(type(of: error))")
    }
  }

  private static func from(_ fault: BoxFault) throws(IngestError) -> Refusal {
    switch fault.code {
    case .truncated:
      return Refusal(.truncated, "The file ends early: a part that its index names is missing.")
    case .tooComplex: return Refusal(.tooComplex, "The movie's index is too complex.")
    case .externalReference:
      return Refusal(.formatNotAllowed, "The movie names other files; it must be whole in one.")
    case .compressedIndex:
      return Refusal(.formatNotAllowed, "The movie's index is compressed, which is not allowed.")
    case .notAMovie:
      return Refusal(.notRecognized, "The file has no index, so it is no movie that plays.")
    case .unreadable: throw IngestError(code: .unreadable, call: "pread")
    default: return Refusal(.corrupt, "The movie's index contradicts itself.")
    }
  }

  private static func from(_ stop: Budget.Stop) throws(IngestError) -> Refusal {
    switch stop {
    case .interrupted: throw IngestError(code: .interrupted, call: "interrupt")
    case .tookTooLong: return tookTooLong
    case .tooManyPackets:
      return Refusal(.tooComplex, "The movie has far more packets than are allowed.")
    }
  }

  private static let tookTooLong = Refusal(
    .tookTooLong, "The movie takes more processor time than is allowed.")

  /// Calls into encoders, filters and the resampler, by how they begin: what goes there was decoded.
  private static let ownCalls = [
    "avcodec_send_frame", "avcodec_receive_packet", "avfilter_", "av_buffers", "swr_",
  ]

  private static func from(_ failure: FFmpegError) throws(IngestError) -> Refusal {
    switch failure.code {
    case .unreadable:
      throw IngestError(code: .unreadable, call: failure.call, number: -failure.number)
    case .interrupted: return tookTooLong
    case .noMemory:
      // libav says so of a movie with more streams than it was told to take, or of sizes that no
      // movie has.
      return Refusal(.tooComplex, "The movie asks for more memory or streams than are allowed.")
    case .invalidData where ownCalls.contains(where: failure.call.hasPrefix):
      // That is ours; nothing in a movie excuses its failure.
      throw IngestError(code: .fault, call: failure.call, number: failure.number)
    case .invalidData: return Refusal(.corrupt, "The movie can't be read: its data is damaged.")
    default: throw IngestError(code: .fault, call: failure.call, number: failure.number)
    }
  }
}
