extension Option {
  /// What it does, in a sentence or two for the option's place in help.
  var summary: String {
    switch self {
    case .config: "read the configuration from FILE (JSON5) instead of CLIPGATE_CONFIG"
    case .maxDuration: "the longest that a movie may last (default 5 s)"
    case .maxBytes: "the most bytes, inclusive (default 10MiB)"
    case .tolerance: "how far over the limit a movie may last (default 0.1 s)"
    case .profile: "the output profile (default low)"
    case .requireAudio: "refuse a movie without decodable sound"
    case .refuseHiddenMedia: "refuse media that no player shows where it is over the limit"
    case .from, .head: "cut this much off the start; --from and --head say the same"
    case .to: "end at this time"
    case .tail: "cut this much off the end"
    case .fit: "keep the first max-duration of what is left"
    case .output: "write to OUT, a file or a directory"
    case .plot:
      "draw the time line into FILE.svg: key frames, gaps, bytes a frame, sound, hidden media"
    case .poster: "write a poster to FILE"
    case .posterAt: "the frame that becomes the poster (default best)"
    case .targetBytes: "make the movie no larger than N"
    case .force: "replace files that are there already"
    case .deep: "decode everything, not only the first key frame"
    case .json: "print one JSON object a line"
    case .quiet: "print no results for people, only errors; JSON is printed all the same"
    case .verbose: "tell on standard error how long each stage took"
    case .progress: "show progress on standard error (default auto: on a terminal)"
    case .help: "explain the command"
    case .version: "print the versions of clipgate and FFmpeg"
    case .unconfined:
      "open movies in this process, for a debugger, never for a stranger's movie; for serve and work: "
        + "start where the kernel can't confine decoders in full"
    case .listen: "listen there (default 127.0.0.1:8080); port 0 is any free one"
    case .data: "database, store and temporary files (default clipgate-data)"
    case .workers: "make so many movies at once (default as many as there are cores)"
    case .tokenFile:
      "the file whose first line is the bearer token: that callers must send, or that upload and hook send"
    case .open: "let everybody call without a token"
    case .database, .store: "another database or store; not in this version yet"
    case .server: "the service that takes in what tusd has received, as http://127.0.0.1:8080"
    }
  }

  /// The option as help shows it, as "-o OUT" or "--from T".
  var usage: String {
    let names =
      switch self {
      case .output: "-o, --output"
      case .help: "-h, --help"
      default: "--\(rawValue)"
      }
    return placeholder.map { "\(names) \($0)" } ?? names
  }
}
