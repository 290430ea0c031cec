/// The effective configuration for people: key, value, and where it came from.
enum ConfigurationText {
  static func lines(_ configuration: Configuration) -> [String] {
    let rows = ConfigurationKey.allCases.map { key in
      let setting = configuration[key]
      return (key.rawValue, shown(setting, key), source(setting.source))
    }
    let keyWidth = rows.map { Shown.width($0.0) }.max() ?? 0
    // The list of containers is long; it need not push the sources of all others away.
    let valueWidth = rows.map { Shown.width($0.1) }.filter { $0 <= 24 }.max() ?? 0
    return rows.map { "\($0.padded(to: keyWidth))  \($1.padded(to: valueWidth))  \($2)" }
  }

  private static func shown(_ setting: Setting, _ key: ConfigurationKey) -> String {
    if key.isSecret { return setting.value == .absent ? "(none)" : "(set)" }
    return Shown.escaped(setting.value.shown)
  }

  private static func source(_ source: Setting.Source) -> String {
    source.name.map { "\(source.kind) \(Shown.escaped($0))" } ?? source.kind
  }
}
