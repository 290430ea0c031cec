package import Foundation

/// The programs of other people that the tests compare with.
package struct Tool: Sendable {
  package static let ffprobe = Tool(name: "ffprobe")
  package static let ffmpeg = Tool(name: "ffmpeg")
  package static let mediainfo = Tool(name: "mediainfo")
  package static let strace = Tool(name: "strace")
  package static let cmp = Tool(name: "cmp")
  static let sha256sum = Tool(name: "sha256sum")

  let name: String

  /// - Parameter name: of a program of the machine.
  package init(name: String) { self.name = name }

  package var isInstalled: Bool { Program.installed(name) != nil }

  package func run(_ arguments: [String], directory: String? = nil) throws -> Outcome {
    guard let program = Program.installed(name) else { throw ProgramError.notFound(name) }
    return try program.run(arguments, directory: directory, deadline: .seconds(300))
  }

  /// Standard output, whatever the exit code: these programs print what they could read.
  package func output(_ arguments: [String]) throws -> Data { try run(arguments).outputData }

  /// A path that FFmpeg takes for a file, whatever colons are in it.
  package static func fileURL(_ path: String) -> String { "file:\(path)" }
}
