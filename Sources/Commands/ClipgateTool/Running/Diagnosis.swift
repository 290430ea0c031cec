internal import CLinux
internal import Glibc
internal import Ingest
internal import Rules
internal import Sandbox

/// What this machine has that Clipgate needs or could use.
struct Diagnosis: Encodable, Equatable {
  /// A part of libav, and whether this build of it has it.
  struct Part: Encodable, Equatable {
    var name: String
    var present: Bool
  }

  /// A loaded library.
  struct Library: Encodable, Equatable {
    var name: String
    var version: String
  }

  /// What the kernel offers to lock a decoder in.
  struct Confinement: Encodable, Equatable {
    /// The Landlock ABI, from 1 on, or nil.
    @Nullable var landlock: Int?
    var seccomp: Bool
    /// Whether movies are opened in processes that use it.
    var used: Bool { landlock != nil || seccomp }

    enum CodingKeys: String, CodingKey {
      case landlock = "landlock_abi"
      case seccomp, used
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(_landlock, forKey: .landlock)
      try container.encode(seccomp, forKey: .seccomp)
      try container.encode(used, forKey: .used)
    }
  }

  /// A part of the service's data, where the configuration says that it lies.
  struct DataPart: Encodable, Equatable {
    /// "sqlite" or "directory".
    var kind: String
    var path: String
    /// Whether it is there; a service that starts makes it.
    var present: Bool
    /// Whether this user may write to it, or to the folder in which it would be made.
    var writable: Bool

    init(kind: String, path: String) {
      self.kind = kind
      self.path = path
      // Strings are lent for the calls.
      present = unsafe access(path, F_OK) == 0
      var place = path[...]
      while unsafe access(String(place), F_OK) != 0, let slash = place.lastIndex(of: "/") {
        place = place[..<slash]
      }
      let nearest = unsafe access(String(place), F_OK) == 0 && !place.isEmpty ? String(place) : "."
      writable = unsafe access(nearest, W_OK) == 0
    }
  }

  let schema = "clipgate.doctor/1"
  var version = Clipgate.version
  var release: String
  var libraries: [Library]
  var encoders: [Part]
  var decoders: [Part]
  var confinement: Confinement
  var temporaryDirectory: String
  var temporaryDirectoryIsWritable: Bool
  /// The service's.
  var database: DataPart
  /// The service's.
  var store: DataPart

  /// Encoders without which no output is made.
  static let neededEncoders = ["libx264", "aac", "mjpeg"]

  /// Decoders without which most movies can't be opened; others are told, but missed by few.
  static let neededDecoders = ["h264", "aac"]

  /// Whether the main job can be done here: a common movie decoded, the output made, and room for
  /// standard input.
  var isSound: Bool {
    func has(_ needed: [String], in parts: [Part]) -> Bool {
      needed.allSatisfy { name in parts.contains { $0.name == name && $0.present } }
    }
    return has(Self.neededEncoders, in: encoders) && has(Self.neededDecoders, in: decoders)
      && temporaryDirectoryIsWritable
  }

  /// Asks libraries, kernel and file system.
  ///
  /// - Parameter data: the service's directory.
  static func current(data: String) -> Diagnosis {
    let capabilities = Capabilities.current()

    let isWritable: Bool
    do throws(SystemError) {
      _ = try TemporaryDirectory.unlinkedFile()
      isWritable = true
    } catch {
      isWritable = false
    }
    return Diagnosis(
      release: capabilities.release,
      libraries: capabilities.libraries.map { Library(name: $0.name, version: $0.version) },
      encoders: capabilities.encoders.map { Part(name: $0.name, present: $0.present) },
      decoders: capabilities.decoders.map { Part(name: $0.name, present: $0.present) },
      confinement: Confinement(
        landlock: Kernel.landlock, seccomp: Kernel.hasFilters),
      temporaryDirectory: TemporaryDirectory.name.text, temporaryDirectoryIsWritable: isWritable,
      database: DataPart(kind: "sqlite", path: data + "/clipgate.db"),
      store: DataPart(kind: "directory", path: data + "/store"))
  }

  enum CodingKeys: String, CodingKey {
    case schema, version
    case release = "ffmpeg"
    case libraries, encoders, decoders, confinement
    case temporaryDirectory = "temporary_directory"
    case temporaryDirectoryIsWritable = "temporary_directory_writable"
    case isSound = "ok"
    case database, store
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(version, forKey: .version)
    try container.encode(release, forKey: .release)
    try container.encode(libraries, forKey: .libraries)
    try container.encode(encoders, forKey: .encoders)
    try container.encode(decoders, forKey: .decoders)
    try container.encode(confinement, forKey: .confinement)
    try container.encode(temporaryDirectory, forKey: .temporaryDirectory)
    try container.encode(temporaryDirectoryIsWritable, forKey: .temporaryDirectoryIsWritable)
    try container.encode(isSound, forKey: .isSound)
    try container.encode(database, forKey: .database)
    try container.encode(store, forKey: .store)
  }
}
