/// What `--version` says: the program's version and that of the libraries it runs on.
struct VersionDocument: Encodable {
  let schema = "clipgate.version/1"
  let version = Clipgate.version
  /// FFmpeg's release, as "5.1.9-0+deb12u1".
  var ffmpeg: String

  /// For people.
  var text: String { "clipgate \(version) (FFmpeg \(ffmpeg))" }
}
