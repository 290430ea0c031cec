/// Everything that can be configured, by section and key as they stand in the file.
enum ConfigurationKey: String, CaseIterable, Sendable {
  case maxDuration = "policy.max_duration"
  case tolerance = "policy.tolerance"
  case maxBytes = "policy.max_bytes"
  case maxPixels = "policy.max_pixels"
  case maxFrameRate = "policy.max_frame_rate"
  case maxStreams = "policy.max_streams"
  case maxPackets = "policy.max_packets"
  case maxCPUSeconds = "policy.max_cpu_seconds"
  case profile = "policy.profile"
  case requireAudio = "policy.require_audio"
  case allowHiddenMedia = "policy.allow_hidden_media"
  case allowedContainers = "policy.allowed_containers"
  case listen = "server.listen"
  case data = "server.data"
  case workers = "server.workers"
  case tokenFile = "server.token_file"
  case tlsCertificate = "server.tls_certificate"
  case tlsKey = "server.tls_key"
  case publicURL = "server.public_url"
  case corsOrigins = "server.cors_origins"
  case keepOriginals = "server.keep_originals"
  case maxConnectionsPerAddress = "server.max_connections_per_address"
  case uploadsPerMinute = "server.uploads_per_minute"
  case trustedProxies = "server.trusted_proxies"
  case webhookURL = "webhook.url"
  case webhookSecret = "webhook.secret"
  case webhookSecretFile = "webhook.secret_file"
  case tusdRoot = "hooks.tusd_root"
  case chatterOpen = "chatter.open"

  /// The variable that sets it: `CLIPGATE_`, section and key.
  var variable: String {
    "CLIPGATE_" + rawValue.uppercased().split(separator: ".").joined(separator: "_")
  }

  /// The names of all sections.
  static let sections = Set(allCases.map(\.section))

  /// The section, as "policy".
  var section: String { String(rawValue.prefix { $0 != "." }) }

  /// The key in its section, as "max_duration".
  var name: String { String(rawValue.drop { $0 != "." }.dropFirst()) }

  /// The option that sets it, with the value that the option stands for where it takes none.
  var option: (option: Option, implied: String?)? {
    switch self {
    case .maxDuration: (.maxDuration, nil)
    case .tolerance: (.tolerance, nil)
    case .maxBytes: (.maxBytes, nil)
    case .profile: (.profile, nil)
    case .requireAudio: (.requireAudio, "true")
    case .allowHiddenMedia: (.refuseHiddenMedia, "false")
    case .listen: (.listen, nil)
    case .data: (.data, nil)
    case .workers: (.workers, nil)
    case .tokenFile: (.tokenFile, nil)
    default: nil
    }
  }

  /// Whether the value is never shown and never taken from the file.
  var isSecret: Bool { self == .webhookSecret }
}
