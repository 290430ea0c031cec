/// What `clipgate` can be told to do.
enum Command: String, CaseIterable, Sendable {
  case probe, check, plan, process, poster, upload, serve, work, hook, config, doctor, help

  /// Whether it opens movies.
  var opensMovies: Bool {
    switch self {
    case .probe, .check, .plan, .process, .poster, .upload, .hook: true
    default: false
    }
  }

  /// How it is called.
  var synopsis: String {
    switch self {
    case .probe: "probe FILE..."
    case .check: "check FILE..."
    case .plan: "plan FILE|DIR..."
    case .process: "process FILE... -o OUT"
    case .poster: "poster FILE -o OUT.jpg"
    case .upload: "upload FILE... --to URL"
    case .help: "help [COMMAND]"
    case .serve, .work, .hook, .config, .doctor: rawValue
    }
  }

  /// What it does, in a few words.
  var summary: String {
    switch self {
    case .probe: "show the facts: what a movie is, as measured"
    case .check: "give the verdict: accepted, or refused with every reason"
    case .plan: "tell what process would do, why, and the size and time it expects"
    case .process: "check, trim and compress a movie, and make its poster"
    case .poster: "make only the poster, a JPEG"
    case .upload: "process, then send as multipart/form-data"
    case .serve: "run the HTTP service with workers in it"
    case .work: "run workers alone"
    case .hook: "answer a hook of tusd: a document in, a document out"
    case .config: "show the configuration and where each value came from"
    case .doctor: "show what this machine has, and whether that is enough"
    case .help: "explain a command"
    }
  }
}
