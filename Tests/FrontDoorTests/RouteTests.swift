import Foundation
import Testing

@testable import FrontDoor

@Suite struct RouteTests {
  private static let id = UUID()

  @Test(
    arguments: [
      ("/v1/clips", .clips), ("/v1/verdicts", .verdicts), ("/v1/hooks/tusd", .tusdHooks),
      ("/postimages", .postImages),
      ("/getimages", .getImages), ("/healthz", .health), ("/readyz", .readiness),
      ("/metrics", .metrics), ("/v1/clips/ID", .clip(id)), ("/v1/clips/ID/events", .events(id)),
      ("/v1/clips/ID/movie.mp4", .movie(id)), ("/v1/clips/ID/poster.jpg", .poster(id)),
      ("/v1/posts/ID/image.jpg", .image(id)),
    ] as [(String, Route)])
  func `a path leads to its route with and without a slash at its end`(
    path: String, route: Route
  ) {
    let path = path.replacing("ID", with: Self.id.uuidString.lowercased())
    #expect(Route(path) == route)
    #expect(Route(path + "/") == route)
  }

  @Test func `the root is the status page`() { #expect(Route("/") == .status) }

  @Test(arguments: [
    "", "*", "//", "/v1", "/v1/clips//", "/v1/clips/x", "/v1/clips/ID/x",
    "/v1/clips/ID/movie.mp4/x",
    "/v2/clips", "/V1/clips", "/v1/posts/ID", "/v1/clips/../clips", "/etc/passwd",
    "/v1/clips/ID0", "/v1//clips", "/v1/hooks", "/v1/hooks/tus", "/v1/hooks/tusd/x",
  ])
  func `any other path leads nowhere`(path: String) {
    #expect(Route(path.replacing("ID", with: Self.id.uuidString)) == nil)
  }
}
