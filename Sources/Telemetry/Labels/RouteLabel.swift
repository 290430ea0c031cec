/// A route of the HTTP service; never a path, which clients choose.
package enum RouteLabel: String, MetricLabel {
  case page = "/"
  case clips = "/v1/clips"
  case clip = "/v1/clips/{id}"
  case events = "/v1/clips/{id}/events"
  case movie = "/v1/clips/{id}/movie.mp4"
  case poster = "/v1/clips/{id}/poster.jpg"
  case verdicts = "/v1/verdicts"
  case tusdHooks = "/v1/hooks/tusd"
  case postImages = "/postimages"
  case getImages = "/getimages"
  /// The picture of a post.
  case image = "/v1/posts/{id}/image.jpg"
  case health = "/healthz"
  case readiness = "/readyz"
  case metrics = "/metrics"
  /// No route, or a request that could not be read.
  case none

  package static let name = "route"
}
