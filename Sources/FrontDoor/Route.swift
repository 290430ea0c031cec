internal import FoundationEssentials

/// What a path leads to; with and without a slash at its end.
enum Route: Equatable {
  case clips
  case clip(UUID)
  case events(UUID)
  case movie(UUID)
  case poster(UUID)
  case verdicts
  /// tusd's hooks; there only where a folder of uploads is configured.
  case tusdHooks
  case postImages
  case getImages
  /// The picture of a Chatter post.
  case image(UUID)
  case health
  case readiness
  case metrics
  case status

  /// - Parameter path: decoded; no redirect leads from one form to the other, so that a POST stays one.
  init?(_ path: String) {
    var names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if names.count > 1, names.last == "", names.first != "" { names.removeLast() }
    switch Array(names) {
    case [""]: self = .status
    case ["healthz"]: self = .health
    case ["readyz"]: self = .readiness
    case ["metrics"]: self = .metrics
    case ["postimages"]: self = .postImages
    case ["getimages"]: self = .getImages
    case ["v1", "clips"]: self = .clips
    case ["v1", "verdicts"]: self = .verdicts
    case ["v1", "hooks", "tusd"]: self = .tusdHooks
    case let names where names.count > 2 && names.count < 5 && names[0] == "v1":
      // A UUID has one form among these: the one that answers have.
      guard let id = UUID(uuidString: String(names[2])),
        id.uuidString.lowercased() == names[2].lowercased()
      else { return nil }
      switch (names[1], names.count == 4 ? names[3] : nil) {
      case ("clips", nil): self = .clip(id)
      case ("clips", "events"): self = .events(id)
      case ("clips", "movie.mp4"): self = .movie(id)
      case ("clips", "poster.jpg"): self = .poster(id)
      case ("posts", "image.jpg"): self = .image(id)
      default: return nil
      }
    default: return nil
    }
  }

  /// The methods that it answers, `OPTIONS` apart.
  var methods: [String] {
    switch self {
    case .clips: ["GET", "HEAD", "POST"]
    case .clip: ["GET", "HEAD", "DELETE"]
    case .verdicts, .postImages, .tusdHooks: ["POST"]
    case .events: ["GET"]
    case .movie, .poster, .getImages, .image, .health, .readiness, .metrics, .status:
      ["GET", "HEAD"]
    }
  }

  /// Whether those who have the random id in the path, or only look after the machine, need no token.
  var isPublic: Bool {
    switch self {
    case .movie, .poster, .image, .health, .readiness: true
    default: false
    }
  }

  /// Whether it is one of the Chatter app's two, which sends no token.
  var isChatter: Bool { self == .postImages || self == .getImages }

  /// Its name among the metrics: no id in it, so that there are few.
  var label: String {
    switch self {
    case .clips: "/v1/clips"
    case .clip: "/v1/clips/{id}"
    case .events: "/v1/clips/{id}/events"
    case .movie: "/v1/clips/{id}/movie.mp4"
    case .poster: "/v1/clips/{id}/poster.jpg"
    case .verdicts: "/v1/verdicts"
    case .tusdHooks: "/v1/hooks/tusd"
    case .postImages: "/postimages"
    case .getImages: "/getimages"
    case .image: "/v1/posts/{id}/image.jpg"
    case .health: "/healthz"
    case .readiness: "/readyz"
    case .metrics: "/metrics"
    case .status: "/"
    }
  }
}
