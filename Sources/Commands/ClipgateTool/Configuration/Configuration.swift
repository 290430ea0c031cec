internal import Glibc
internal import Rules
internal import Sandbox
internal import Service

/// The effective configuration: defaults, under the file, under the environment, under flags.
struct Configuration: Equatable, Sendable {
  /// The file that was read, or nil.
  private(set) var file: FileName?
  private var settings: [ConfigurationKey: Setting] = [:]

  /// Resolves every key.
  ///
  /// - Parameters:
  ///   - arguments: its `--config` names the file, before `CLIPGATE_CONFIG` does.
  ///   - environment: the whole environment; only `CLIPGATE_…` is looked at, and an empty value
  ///     counts as not set, since compose files pass such.
  init(arguments: Arguments, environment: [String: String]) throws(UsageError) {
    let named = environment["CLIPGATE_CONFIG"].flatMap { $0.isEmpty ? nil : FileName($0) }
    if let name = arguments.values[.config] ?? named { try read(name) }
    try take(environment)
    for key in ConfigurationKey.allCases {
      guard let (option, implied) = key.option, let given = arguments.values[option] else {
        continue
      }
      try set(key, implied ?? given.text, .flag(option))
    }
  }

  /// A key's value and source.
  subscript(key: ConfigurationKey) -> Setting {
    settings[key] ?? Setting(value: Self.standard(key), source: .standard)
  }

  /// The limits for movies.
  var policy: Policy {
    var policy = Policy()
    for setting in settings {
      switch (setting.key, setting.value.value) {
      case (.maxDuration, .time(let time)): policy.maxDuration = time
      case (.tolerance, .time(let time)): policy.tolerance = time
      case (.maxBytes, .bytes(let bytes)): policy.maxBytes = bytes
      case (.maxPixels, .count(let count)): policy.maxPixels = Int64(count)
      case (.maxFrameRate, .rate(let rate)): policy.maxFrameRate = rate
      case (.maxStreams, .count(let count)): policy.maxStreams = count
      case (.maxPackets, .count(let count)): policy.maxPackets = count
      case (.maxCPUSeconds, .count(let count)): policy.maxCPUSeconds = count
      case (.profile, .profile(let profile)): policy.profile = profile
      case (.requireAudio, .flag(let flag)): policy.requireAudio = flag
      case (.allowHiddenMedia, .flag(let flag)): policy.allowHiddenMedia = flag
      case (.allowedContainers, .containers(let containers)):
        policy.allowedContainers = containers
      default: break
      }
    }
    return policy
  }

  /// The value that holds where nobody says otherwise.
  static func standard(_ key: ConfigurationKey) -> ConfigurationValue {
    let policy = Policy()
    return switch key {
    case .maxDuration: .time(policy.maxDuration)
    case .tolerance: .time(policy.tolerance)
    case .maxBytes: .bytes(policy.maxBytes)
    case .maxPixels: .count(Int(policy.maxPixels))
    case .maxFrameRate: .rate(policy.maxFrameRate)
    case .maxStreams: .count(policy.maxStreams)
    case .maxPackets: .count(policy.maxPackets)
    case .maxCPUSeconds: .count(policy.maxCPUSeconds)
    case .profile: .profile(policy.profile)
    case .requireAudio: .flag(policy.requireAudio)
    case .allowHiddenMedia: .flag(policy.allowHiddenMedia)
    case .allowedContainers: .containers(policy.allowedContainers)
    case .keepOriginals, .chatterOpen: .flag(false)
    case .corsOrigins, .trustedProxies: .texts([])
    case .maxConnectionsPerAddress: .count(ClientLimits().connections ?? 0)
    case .uploadsPerMinute: .count(ClientLimits().uploadsPerMinute ?? 0)
    case .listen: .address(.standard)
    case .data: .text("clipgate-data")
    case .workers, .tokenFile, .tlsCertificate, .tlsKey, .publicURL, .webhookURL, .webhookSecret,
      .webhookSecretFile, .tusdRoot:
      .absent
    }
  }

  private mutating func set(
    _ key: ConfigurationKey, _ text: String, _ source: Setting.Source
  ) throws(UsageError) {
    do throws(ConfigurationValue.Problem) {
      let value = try ConfigurationValue(parsing: text, for: key)
      settings[key] = Setting(value: value, source: source)
    } catch {
      let shown = key.isSecret ? "" : " \(Shown.quoted(text))"
      throw UsageError(message: "\(source.name ?? key.rawValue)\(shown): \(error.allowed)")
    }
  }

  /// Names with no more edits between them are taken for the same one mistyped.
  private static let fewEdits = 3

  private mutating func take(_ environment: [String: String]) throws(UsageError) {
    let known = ConfigurationKey.allCases.map(\.variable) + ["CLIPGATE_CONFIG"]
    // Sorted, so that of several faults the same one is always named.
    for (variable, text) in environment.sorted(by: { $0.key < $1.key })
    where variable.hasPrefix("CLIPGATE_") && variable != "CLIPGATE_CONFIG" {
      guard let key = ConfigurationKey.allCases.first(where: { $0.variable == variable }) else {
        let nearest = NearestWord.nearest(to: variable, in: known) ?? ""
        // A name of no section of ours, and like none, is another program's business.
        let isOurs = ConfigurationKey.sections.contains {
          variable.hasPrefix("CLIPGATE_\($0.uppercased())_")
        }
        guard isOurs || NearestWord.distance(variable, nearest) <= Self.fewEdits else { continue }
        throw UsageError(
          message: "unknown variable \(Shown.quoted(variable)); the nearest is \(nearest)")
      }
      if !text.isEmpty { try set(key, text, .environment(variable)) }
    }
  }

  private mutating func read(_ name: FileName) throws(UsageError) {
    let shown = Shown.escaped(name.text)
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try ConfigurationFile.contents(of: name) } catch {
      throw UsageError(message: "the configuration \(shown) can't be read: \(error.description)")
    }
    guard case .object(let sections)? = JSON5Value(parsing: bytes) else {
      throw UsageError(message: "the configuration \(shown) is not a JSON5 object")
    }
    file = name
    for (section, content) in sections.sorted(by: { $0.key < $1.key }) {
      let known = ConfigurationKey.allCases.filter { $0.section == section }
      guard !known.isEmpty else { throw Self.unknown(section, in: shown) }
      guard case .object(let entries) = content else {
        throw UsageError(message: "\(shown): \(section) must be an object")
      }
      for (entry, json) in entries.sorted(by: { $0.key < $1.key }) {
        guard let key = known.first(where: { $0.name == entry }) else {
          throw Self.unknown("\(section).\(entry)", in: shown)
        }
        try set(key, json, from: name)
      }
    }
  }

  private mutating func set(
    _ key: ConfigurationKey, _ json: JSON5Value, from name: FileName
  ) throws(UsageError) {
    let shown = Shown.escaped(name.text)
    guard !key.isSecret else {
      throw UsageError(
        message: "\(shown): \(key.rawValue) does not belong in a file that people read; "
          + "set \(key.variable) or \(key.rawValue)_file")
    }
    do throws(ConfigurationValue.Problem) {
      let value = try ConfigurationValue(json, for: key)
      settings[key] = Setting(value: value, source: .file(name))
    } catch {
      throw UsageError(
        message: "\(shown): \(key.rawValue) \(Shown.quoted(json.shown)): \(error.allowed)")
    }
  }

  /// Names the nearest key, or the nearest section where only a section is given.
  private static func unknown(_ name: String, in file: String) -> UsageError {
    let keys = ConfigurationKey.allCases
    let known =
      name.contains(".") ? keys.map(\.rawValue) : keys.map(\.section) + keys.map(\.rawValue)
    let nearest = NearestWord.nearest(to: name, in: known) ?? ""
    return UsageError(
      message: "\(file): unknown key \(Shown.quoted(name)); the nearest is \(nearest)")
  }
}
