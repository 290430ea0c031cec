import Foundation
import Testing

/// The programs of FFmpeg, as far as these tests need them.
enum FFmpegTool {
  static let isInstalled = ["ffmpeg", "ffprobe"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// One second of 10 pictures with B-frames, and sound.
  static func clip(_ options: [String]) throws -> [UInt8] {
    try withFile { file in
      _ = try run(
        "ffmpeg",
        [
          "-nostdin", "-v", "error", "-y", "-threads", "1", "-f", "lavfi", "-i",
          "testsrc=s=32x32:r=10:d=1", "-f", "lavfi", "-i", "sine=d=1:r=8000", "-c:v", "mpeg4",
          "-bf", "2", "-g", "5", "-f", "mp4",
        ] + options + [file.path])
      return [UInt8](try Data(contentsOf: file))
    }
  }

  /// Presentation time and duration of every packet of the picture, in ticks, edits ignored.
  static func pictureTimes(_ bytes: [UInt8]) throws -> [(start: Int64, duration: Int64)] {
    try withFile { file in
      try Data(bytes).write(to: file)
      let text = try run(
        "ffprobe",
        [
          "-v", "error", "-ignore_editlist", "1", "-select_streams", "v", "-show_entries",
          "packet=pts,duration", "-of", "csv=p=0", file.path,
        ])
      return text.split(separator: "\n").compactMap { line in
        let fields = line.split(separator: ",").map { Int64($0) }
        guard fields.count == 2, let start = fields[0] else { return nil }
        return (start, fields[1] ?? 0)
      }
    }
  }

  private static func withFile<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).mp4")
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file)
  }

  private static func run(_ name: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
