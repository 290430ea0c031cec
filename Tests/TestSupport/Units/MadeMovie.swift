internal import Foundation
internal import Synchronization

/// Small movies that the `ffmpeg` program makes, each once and kept for later runs.
package enum MadeMovie {
  /// One recipe runs at a time, and a movie that two tests want is made once.
  private static let making = Mutex(())

  package static var canMake: Bool { Tool.ffmpeg.isInstalled && Tool.ffprobe.isInstalled }

  /// The path of what `ffmpeg` makes of these arguments.
  ///
  /// - Parameters:
  ///   - recipe: inputs, filters and encoders.
  ///   - type: the name's ending, which tells `ffmpeg` the container.
  package static func path(_ recipe: [String], type: String = "mp4") throws -> String {
    let arguments = ColorTags.onPictures(recipe)
    let name = "\(fingerprint(of: arguments + [type])).\(type)"
    let folder = FileManager.default.temporaryDirectory.appending(path: "clipgate-made")
    let whole = folder.appending(path: name).path
    return try making.withLock { _ in
      if FileManager.default.fileExists(atPath: whole) { return whole }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let workshop = try ScratchFolder()
      let draft = workshop.file(name)
      let outcome = try Tool.ffmpeg.run(["-nostdin", "-v", "error", "-y"] + arguments + [draft])
      guard outcome.ending == .exit(0) else {
        throw CaseError(script: "ffmpeg \(arguments)", text: outcome.errors)
      }
      // Another run may have made it meanwhile; theirs is the same.
      try? FileManager.default.moveItem(atPath: draft, toPath: whole)
      return whole
    }
  }

  /// The path of made movies one after another in one stream, each coded as it was.
  package static func joined(_ parts: [String], type: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "clipgate-made")
    let list = folder.appending(path: "\(fingerprint(of: parts)).txt")
    try Data(parts.map { "file '\($0)'\n" }.joined().utf8).write(to: list, options: .atomic)
    return try path(["-f", "concat", "-safe", "0", "-i", list.path, "-c", "copy"], type: type)
  }

  /// Pictures of one grey each, `step` lighter from one to the next from `base` on, in H.264 with B-frames.
  package static func ramp(
    frames: Int = 30, rate: String = "30", base: Int = 16, step: Int = 7, size: String = "64x48",
    sound: [String] = [], extra: [String] = []
  ) throws -> String {
    try path(
      ["-f", "lavfi", "-i", "color=black:s=\(size):r=\(rate)"] + sound + [
        "-vf",
        "trim=end_frame=\(frames),geq=lum='\(base)+\(step)*N':cb=128:cr=128,format=yuv420p",
        "-c:v", "libx264", "-preset", "veryfast", "-bf", "3", "-b_strategy", "0", "-crf", "10",
        "-g", "250", "-sc_threshold", "0",
      ] + extra)
  }

  /// FNV-1a, enough to tell recipes apart.
  private static func fingerprint(of arguments: [String]) -> String {
    let hash = arguments.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
