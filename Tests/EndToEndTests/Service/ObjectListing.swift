import Foundation
import Glibc
import TestSupport

/// The files of a service's store, by what their names say.
struct ObjectListing {
  /// The attempts of the movies and posters that a job has.
  private(set) var movies: [String: [String]] = [:]
  private(set) var posters: [String: [String]] = [:]
  /// The jobs whose received bytes are there.
  private(set) var received: Set<String> = []
  /// Names that are none of these.
  private(set) var others: [String] = []

  init(_ data: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(data)/store/objects") {
      let words = name.split(separator: ".").map(String.init)
      switch (words.count, words.last) {
      case (2, "received"): received.insert(words[0])
      case (3, "movie"): movies[words[0], default: []].append(words[1])
      case (3, "poster"): posters[words[0], default: []].append(words[1])
      default: others.append(name)
      }
    }
  }

  /// Whether each job with a result has one movie, one poster of the same attempt, and nothing else.
  var isExact: Bool {
    others.isEmpty && movies == posters && movies.values.allSatisfy { $0.count == 1 }
      && received.isDisjoint(with: movies.keys)
  }

  /// The paths of staged files that no process of a group has open.
  static func unowned(_ data: String, groups: [Int32]) throws -> [String] {
    let folder = URL(filePath: "\(data)/store/incoming").resolvingSymlinksInPath().path
    let open = ProcessTable.processes().filter { groups.contains($0.group) }.flatMap { entry in
      let place = "/proc/\(entry.id)/fd"
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
      return numbers.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(place)/\($0)")
      }
    }
    return try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
      .filter { !open.contains($0) }
  }
}
