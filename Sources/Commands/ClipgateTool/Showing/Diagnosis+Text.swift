extension Diagnosis {
  /// The diagnosis for people, a line a thing.
  func lines(_ paint: Paint) -> [String] {
    var lines = [row("clipgate", version), row("FFmpeg", release.isEmpty ? "unknown" : release)]
    for library in libraries { lines.append(row("", "\(library.name) \(library.version)")) }
    lines.append(row("encoders", parts(encoders, paint)))
    lines.append(row("decoders", parts(decoders, paint)))
    let landlock = confinement.landlock.map { "Landlock ABI \($0)" } ?? "no Landlock"
    let seccomp = confinement.seccomp ? "seccomp" : "no seccomp"
    let isFull = confinement.landlock != nil && confinement.seccomp
    lines.append(
      row("confinement", "\(landlock), \(seccomp)" + (isFull ? "" : paint(" (not full)", .red))))
    let state = temporaryDirectoryIsWritable ? "writable" : paint("not writable", .red)
    lines.append(row("temporary", "\(Shown.escaped(temporaryDirectory)), \(state)"))
    lines.append(row("database", part(database, paint)))
    lines.append(row("store", part(store, paint)))
    lines.append(
      isSound
        ? paint("Movies can be checked and processed here.", .green)
        : paint("Something that Clipgate needs is missing.", .red))
    return lines
  }

  private func row(_ title: String, _ text: String) -> String { "\(title.padded(to: 11))  \(text)" }

  private func part(_ part: DataPart, _ paint: Paint) -> String {
    let state = part.present ? "there" : "not there yet"
    let right = part.writable ? "writable" : paint("not writable", .red)
    return "\(part.kind), \(Shown.escaped(part.path)), \(state), \(right)"
  }

  private func parts(_ parts: [Part], _ paint: Paint) -> String {
    guard !parts.isEmpty else { return paint("none", .red) }
    return parts.map { part in
      let name = Shown.escaped(part.name)
      return part.present ? name : paint("\(name) (missing)", .red)
    }.joined(separator: ", ")
  }
}
