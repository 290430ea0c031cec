internal import FoundationEssentials

/// Which system calls a confined process may make; data of `config/confinement.json5`.
package struct SystemCallProfile: Codable, Sendable, Equatable {
  /// A call that works.
  package struct Allowance: Codable, Sendable, Equatable {
    /// The call's name, as `pread64`.
    package var call: String
    /// Bits of the call's third argument of which none may be set, or nil.
    package var unless: UInt32?
    /// What it is needed for.
    package var reason: String
  }

  package var allow: [Allowance]
  /// Calls that answer EACCES.
  package var refuse: [String]

  /// The profile that is part of the program.
  ///
  /// - Throws: `DecodingError`; a test reads it, so no program has a bad one.
  package static func builtIn() throws -> SystemCallProfile {
    try SystemCallProfile(json5: PackageResources.confinement_json5)
  }

  package init(json5 bytes: [UInt8]) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    self = try decoder.decode(SystemCallProfile.self, from: Data(bytes))
  }
}
