import Foundation
import Glibc
import TestSupport
import Testing

/// `clipgate serve` in a namespace of mounts of its own, with parts of its data on small file systems.
///
/// Its end, with all of its group and the file systems, is certain when the last reference goes.
final class MountedService: Sendable {
  /// A file system of its own.
  struct Mount {
    /// Below the data's directory; "." for that itself.
    var place: String
    var kilobytes: Int
  }

  let port: UInt16
  private let program: RunningProgram
  private let folder: ScratchFolder
  private let data: String

  private static let wrapper = ["--map-root-user", "--mount", "sh", "-c"]

  static let canMount =
    (try? Program.installed("unshare")?.run(wrapper + ["mount -t tmpfs tmpfs /mnt"]))?.ending
    == .exit(0)

  init(_ mounts: [Mount], flags: [String] = ["--workers", "1"]) throws {
    let unshare = try #require(Program.installed("unshare"))
    folder = try ScratchFolder()
    data = folder.file("data")
    let log = folder.file("log")
    let making = mounts.map {
      """
      mkdir -p -m 700 "$2/\($0.place)"
      mount -t tmpfs -o size=\($0.kilobytes)k,mode=700 tmpfs "$2/\($0.place)"
      """
    }
    let script = """
      set -e
      mkdir -m 700 "$2"
      \(making.joined(separator: "\n"))
      exec "$1" serve --data "$2" --listen 127.0.0.1:0 \(flags.joined(separator: " ")) 2> "$3"
      """
    program = try unshare.start(
      Self.wrapper + [script, "sh", try Program.clipgate().path, data, log])
    port = try #require(try RunningService.port(told: log))
  }

  /// The path of something below the data's directory, as others see it.
  func path(_ place: String) -> String { "/proc/\(program.process)/root\(data)/\(place)" }

  /// What lies in a directory below the data's.
  func names(_ place: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(place))
  }

  /// Takes all the room that is left in a place.
  func fill(_ place: String) throws {
    let outcome = try Program(path: "/bin/dd")
      .run(["if=/dev/zero", "of=\(path(place))/filler", "bs=1k"])
    #expect(outcome.errors.contains("No space left"))
  }

  /// Gives it back.
  func clear(_ place: String) throws {
    try FileManager.default.removeItem(atPath: "\(path(place))/filler")
  }

  func post(_ body: [UInt8], _ path: String = "/v1/clips", fields: [String] = []) throws -> Reply {
    let wire = try Wire(port)
    let head = ["POST \(path) HTTP/1.1", "Host: a", "Content-Length: \(body.count)"] + fields
    wire.send(Array((head + ["", ""]).joined(separator: "\r\n").utf8) + body)
    return try #require(wire.answer(within: 60))
  }

  func get(_ path: String) throws -> Reply {
    let wire = try Wire(port)
    wire.send("GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    return try #require(wire.answer(within: 60))
  }

  /// Waits until a clip has ended.
  func ended(_ id: String) throws -> JSON {
    for _ in 0..<600 {
      let clip = try get("/v1/clips/\(id)").document
      if ["ready", "failed"].contains(clip["status"].string ?? "") { return clip }
      usleep(100_000)
    }
    throw ProgramError.outlivedDeadline(.seconds(60))
  }
}
