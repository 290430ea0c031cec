internal import Rules

/// What `config --json` says: `{"schema":…,"file":…,"policy":{"max_duration":{"value":5,
/// "source":"default","name":null},…},…}`, a section an object, a key an object in it.
struct ConfigurationDocument: Encodable {
  let configuration: Configuration

  init(_ configuration: Configuration) { self.configuration = configuration }

  /// One key; a secret has no value here, only whether it is set.
  private struct Entry: Encodable {
    let value: ConfigurationValue
    let source: String
    @Nullable var name: String?
  }

  func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: Key.self)
    try document.encode("clipgate.config/1", forKey: Key("schema"))
    try document.encode(configuration.file?.text, forKey: Key("file"))
    for section in Set(ConfigurationKey.allCases.map(\.section)) {
      var entries = document.nestedContainer(keyedBy: Key.self, forKey: Key(section))
      for key in ConfigurationKey.allCases where key.section == section {
        let setting = configuration[key]
        let value = key.isSecret && setting.value != .absent ? .text("(set)") : setting.value
        try entries.encode(
          Entry(value: value, source: setting.source.kind, name: setting.source.name),
          forKey: Key(key.name))
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }

    init?(stringValue: String) { self.init(stringValue) }

    init?(intValue: Int) { nil }
  }
}
