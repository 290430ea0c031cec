import Testing

/// A room of the house: what it may import, as `Package.swift` has it and as each file may.
struct Module: Sendable, CustomTestStringConvertible {
  let name: String
  /// Arrows point to lower levels only.
  let level: Int
  /// Modules of this package.
  let ours: Set<String>
  /// Modules of the toolchain and the system.
  let system: Set<String>

  var testDescription: String { name }

  /// C libraries; imported `internal`, so that none of their types can be in a signature.
  static let cDoors: Set<String> = [
    "CFFmpeg", "CPopt", "CCrypto", "CCurl", "CLinux", "CSeccomp", "CSQLite", "CSSL",
  ]

  /// Who may import whom.
  static let table: [Module] = [
    // Plain values and pure functions: anything here would be one thing more to trust.
    Module("Rules", level: 1),
    Module("Boxes", level: 1),
    Module("Multipart", level: 1),
    // What `inet_pton` reads.
    Module("Addresses", level: 1, system: ["Glibc"]),
    // What one program tells another; it writes JSON.
    Module("Service", level: 2, ours: ["Rules"], system: ["FoundationEssentials"]),
    // What tusd asks and is answered, in JSON; it opens the files that are named.
    Module("Hooks", level: 2, ours: ["Rules"], system: ["FoundationEssentials", "Glibc"]),
    // The client's half but the network itself; on Apple's systems Darwin is the C library.
    Module(
      "UploadForms", level: 2, ours: ["Multipart"], system: ["Foundation", "Glibc", "Darwin"]),
    // What carries it in apps: URLSession, which Foundation has on Apple's systems.
    Module(
      "Upload", level: 3, ours: ["UploadForms"],
      system: ["Foundation", "FoundationNetworking", "Glibc", "Darwin"]),
    // What carries everything that our own programs send: libcurl, and an atomic.
    Module("Transfers", level: 2, ours: ["CCurl"], system: ["Synchronization"]),
    // Foundation for UUIDs alone; a descriptor, a clock, and a lock.
    Module(
      "Telemetry", level: 1, system: ["FoundationEssentials", "Glibc", "Synchronization"]),
    // A lock and its clock.
    Module("Threads", level: 1, system: ["Glibc"]),
    // Glibc has `pread` and `memcpy`, Synchronization the atomic of the interrupt.
    Module("FFmpeg", level: 1, ours: ["CFFmpeg"], system: ["Glibc", "Synchronization"]),
    // The same, and Foundation only where a report needs it; never a C library of media.
    Module(
      "Ingest", level: 2, ours: ["Rules", "Boxes", "FFmpeg", "CLinux"],
      system: ["Foundation", "FoundationEssentials", "Glibc", "Synchronization"]),
    // It reads its profile and its messages as JSON; no C library of media.
    Module(
      "Sandbox", level: 2, ours: ["Rules", "CLinux", "CSeccomp"],
      system: ["FoundationEssentials", "Glibc", "Synchronization"]),
    // Foundation for UUIDs and times only; what a file system does is told by its errors.
    Module(
      "Storage", level: 2, ours: ["CLinux", "CCrypto"], system: ["FoundationEssentials", "Glibc"]),
    // Foundation for UUIDs, times and JSON; Glibc for the database file's rights.
    Module(
      "Ledger", level: 2, ours: ["Rules", "CSQLite"],
      system: ["FoundationEssentials", "Glibc", "Synchronization"]),
    // What answers, events and webhooks say of a clip; it writes times.
    Module("Documents", level: 3, ours: ["Rules", "Ledger"], system: ["FoundationEssentials"]),
    // What a process does with a movie: pure glue.
    Module("Stages", level: 3, ours: ["Ingest", "Rules", "Sandbox", "CLinux"]),
    // The front door: sockets, TLS, and what reads HTTP's bytes; FoundationEssentials for UUIDs.
    Module(
      "HTTP", level: 2, ours: ["Addresses", "CLinux", "CSSL"],
      system: ["FoundationEssentials", "Glibc", "Synchronization"]),
    // Threads, times and the folder of processes; no library of its own.
    Module(
      "Worker", level: 3, ours: ["Rules", "Ledger", "Storage", "Sandbox", "Threads"],
      system: ["Foundation", "FoundationEssentials", "Glibc", "Synchronization"]),
    // The routes; threads and JSON.
    Module(
      "FrontDoor", level: 4,
      ours: [
        "Rules", "Multipart", "Ledger", "Documents", "Storage", "Sandbox", "HTTP", "Service",
        "Threads", "Hooks",
      ],
      system: ["Foundation", "FoundationEssentials", "Synchronization"]),
    // A thread, JSON, a clock.
    Module(
      "Webhooks", level: 4,
      ours: ["Rules", "Ledger", "Documents", "Service", "Threads", "Transfers", "CCrypto"],
      system: ["Foundation", "FoundationEssentials", "Glibc", "Synchronization"]),
    Module(
      "ClipgateRunner", level: 4, ours: ["Sandbox", "Stages"],
      system: ["FoundationEssentials", "Glibc"]),
    // A command talks to the world: files, signals, JSON.
    Module(
      "ClipgateTool", level: 4,
      ours: [
        "Addresses", "Ingest", "Rules", "Sandbox", "Service", "Stages", "Hooks", "CPopt", "CLinux",
      ],
      system: ["Foundation", "FoundationEssentials", "Glibc", "Synchronization", "Dispatch"]),
    // It sends what a command made, and opens no movie.
    Module(
      "ClipgateSender", level: 4, ours: ["UploadForms", "Transfers", "Service"],
      system: ["Foundation", "Glibc"]),
    // The rooms of the service put together.
    Module(
      "ClipgateServer", level: 5,
      ours: [
        "Addresses", "FrontDoor", "HTTP", "Worker", "Webhooks", "Ledger", "Storage", "Sandbox",
        "Service", "Rules", "Telemetry", "Threads", "Transfers",
      ], system: ["Foundation", "Glibc"]),
  ]

  init(_ name: String, level: Int, ours: Set<String> = [], system: Set<String> = []) {
    self.name = name
    self.level = level
    self.ours = ours
    self.system = system
  }
}
