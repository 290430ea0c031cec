internal import Ingest

extension Run {
  /// Explains a command, or all; or prints the versions.
  func help() throws(Stop) -> ExitStatus {
    if arguments.has(.version) {
      let versions = VersionDocument(ffmpeg: Capabilities.current().release)
      try write([arguments.has(.json) ? encoded(versions) : versions.text])
      return .accepted
    }
    guard arguments.files.count < 2 else {
      throw .usage(UsageError(message: "help takes one command"))
    }
    guard let word = arguments.files.first else {
      try write(HelpText.overview())
      return .accepted
    }
    let command = try parsed { () throws(UsageError) in try Arguments.command(word.text) }
    try write(HelpText.page(command))
    return .accepted
  }
}
