package import Rules

/// What `clipgate serve` and `clipgate work` tell `clipgate-server`, which they become.
///
/// The command line, the environment and the configuration are read by `clipgate` alone; the server
/// gets their outcome as one JSON document over its standard input, so that no secret stands on a
/// command line. Secrets themselves are not in it: it names the files that hold them, and the webhooks'
/// secret may stand in the environment, which the server has from `clipgate`.
package struct ServiceSettings: Codable, Sendable, Equatable {
  /// What the process is for.
  package enum Role: String, Codable, Sendable {
    /// The HTTP service, with workers in it.
    case serve
    /// Workers alone, on a database and a store that a service shares.
    case work
  }

  /// What the process is for.
  package var role: Role
  /// Where it listens.
  package var listen: ListenAddress
  /// The directory of the database, the store and temporary files.
  package var data: String
  /// How many movies are made at once, from 1 on; nil for as many as there are cores.
  package var workers: Int?
  /// The file whose first line is the bearer token; nil where there is none.
  package var tokenFile: String?
  /// Whether everybody may call the service without a token.
  package var isOpen: Bool
  /// Whether it starts where the kernel can't confine decoders in full.
  package var isUnconfined: Bool
  /// What movies must keep, and what comes out.
  package var policy: Policy
  /// What URLs in answers begin with; nil takes scheme and host of each request.
  package var publicURL: String?
  /// The origins whose pages may call the service.
  package var corsOrigins: [String]
  /// Whether the received bytes are kept once a clip has ended.
  package var keepsOriginals: Bool
  /// Whether the two Chatter routes need no token.
  package var isChatterOpen: Bool
  /// The folder that tusd's hooks may name files in; nil where there are no hooks.
  package var tusdRoot: String?
  /// Where messages about clips are sent; nil for nowhere.
  package var webhookURL: WebURL?
  /// The file whose first line is the secret that signs them, where the environment has none.
  package var webhookSecretFile: String?
  /// The files of the certificate and its key, both or none; nil for plain HTTP.
  package var tlsCertificate: String?, tlsKey: String?
  /// What one client may take.
  package var clients = ClientLimits()

  package init(
    role: Role, listen: ListenAddress, data: String, workers: Int?, tokenFile: String?,
    isOpen: Bool, isUnconfined: Bool, policy: Policy, publicURL: String?, corsOrigins: [String],
    keepsOriginals: Bool, isChatterOpen: Bool, tusdRoot: String? = nil,
    webhookURL: WebURL? = nil, webhookSecretFile: String? = nil
  ) {
    self.role = role
    self.listen = listen
    self.data = data
    self.workers = workers
    self.tokenFile = tokenFile
    self.isOpen = isOpen
    self.isUnconfined = isUnconfined
    self.policy = policy
    self.publicURL = publicURL
    self.corsOrigins = corsOrigins
    self.keepsOriginals = keepsOriginals
    self.isChatterOpen = isChatterOpen
    self.tusdRoot = tusdRoot
    self.webhookURL = webhookURL
    self.webhookSecretFile = webhookSecretFile
  }
}
