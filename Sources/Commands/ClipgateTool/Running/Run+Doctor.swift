extension Run {
  /// Shows what this machine has; 4 where a movie could not be processed.
  func doctor() throws(Stop) -> ExitStatus {
    try refuseFiles()
    var data = ""
    if case .text(let path) = try configuration()[.data].value { data = path }
    let diagnosis = Diagnosis.current(data: data)
    if arguments.has(.json) {
      try write([encoded(diagnosis)])
    } else if !arguments.has(.quiet) {
      let terminal = Terminal(descriptor: output.descriptor, environment: environment)
      try write(diagnosis.lines(Paint(isOn: terminal.hasColors)))
    }
    return diagnosis.isSound ? .accepted : .fault
  }
}
