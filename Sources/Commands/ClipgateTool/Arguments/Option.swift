/// The options of all commands, by their long names.
enum Option: String, CaseIterable, Sendable {
  case config
  case maxDuration = "max-duration"
  case maxBytes = "max-bytes"
  case tolerance
  case profile
  case requireAudio = "require-audio"
  case refuseHiddenMedia = "refuse-hidden-media"
  case from, head, to, tail, fit
  case output, poster, plot
  case posterAt = "poster-at"
  case targetBytes = "target-bytes"
  case force, deep, json, quiet, verbose, progress, help, version
  // Of commands that this version knows only by name.
  case listen, data, database, store, workers
  case tokenFile = "token-file"
  case open, unconfined, server

  /// The option as it is typed.
  var flag: String { self == .output ? "-o" : "--\(rawValue)" }

  /// The one-letter form, or nil.
  var letter: Unicode.Scalar? {
    switch self {
    case .output: "o"
    case .help: "h"
    default: nil
    }
  }

  /// What stands for the value in help, or nil for an option without one.
  var placeholder: String? {
    switch self {
    case .config, .poster, .tokenFile: "FILE"
    case .plot: "FILE.svg"
    case .output: "OUT"
    case .maxDuration, .tolerance, .from, .head, .to, .tail: "T"
    case .maxBytes, .targetBytes, .workers: "N"
    case .profile: "low|medium|high"
    case .posterAt: "first|best|T"
    case .progress: "auto|always|never"
    case .listen: "HOST:PORT"
    case .data: "DIR"
    case .database, .store, .server: "URL"
    case .requireAudio, .refuseHiddenMedia, .fit, .force, .deep, .json, .quiet, .verbose, .help,
      .version, .open, .unconfined:
      nil
    }
  }

  /// The commands that take it; an option is an error elsewhere, never silently without effect.
  ///
  /// `probe` takes the policy's options and ignores them, so that one set of options serves a
  /// script that calls both `probe` and `check`.
  var commands: Set<Command> {
    let movies: Set<Command> = [.probe, .check, .plan, .process, .poster, .upload]
    let services: Set<Command> = [.serve, .work]
    return switch self {
    case .config, .json, .quiet, .help: Set(Command.allCases)
    case .maxDuration, .maxBytes, .tolerance, .profile, .requireAudio, .refuseHiddenMedia:
      movies.union(services).union([.hook, .config])
    case .from, .head, .tail, .fit, .to: movies
    case .output: [.process, .poster]
    case .force: [.probe, .process, .poster]
    case .plot: [.probe]
    case .poster: [.process]
    case .targetBytes: [.plan, .process, .upload]
    case .posterAt: [.process, .poster]
    case .progress: [.process, .poster, .upload]
    case .deep: [.check]
    case .verbose: [.process]
    case .version: []
    case .listen, .data, .database, .store, .workers, .open: services
    case .tokenFile: services.union([.hook, .upload])
    case .unconfined: movies.union(services).union([.hook])
    case .server: [.hook]
    }
  }
}
