internal import Rules
internal import Service

extension Run {
  /// Shows the effective configuration; a secret is shown as set or not set.
  func showConfiguration() throws(Stop) -> ExitStatus {
    try refuseFiles()
    let configuration = try configuration()
    if arguments.has(.json) {
      try write([encoded(ConfigurationDocument(configuration))])
    } else if !arguments.has(.quiet) {
      try write(ConfigurationText.lines(configuration))
    }
    return .accepted
  }

  /// A document that holds nothing that JSON can't; "{}" stands in for the impossible.
  func encoded(_ document: some Encodable) -> String {
    (try? JSONLine.text(document)) ?? "{}"
  }
}
