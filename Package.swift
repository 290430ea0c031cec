// swift-tools-version: 6.2
import PackageDescription

// The layers, one line a module; arrows point down only (Tests/ArchitectureTests holds the table).
let package = Package(
  name: "clipgate",
  // ClipgateUpload is for apps, too.
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .library(name: "Clipgate", targets: ["Rules", "Boxes", "FFmpeg", "Ingest"]),
    .library(name: "ClipgateUpload", targets: ["Multipart", "UploadForms", "Upload"]),
    .executable(name: "clipgate", targets: ["ClipgateTool"]),
    .executable(name: "clipgate-runner", targets: ["ClipgateRunner"]),
    .executable(name: "clipgate-server", targets: ["ClipgateServer"]),
    .executable(name: "clipgate-sender", targets: ["ClipgateSender"]),
  ],
  targets: [
    // 0  C doors
    .systemLibrary(name: "CFFmpeg", path: "Sources/Libraries/CFFmpeg", pkgConfig: "libavfilter"),
    .systemLibrary(name: "CPopt", path: "Sources/Libraries/CPopt", pkgConfig: "popt"),
    .systemLibrary(name: "CLinux", path: "Sources/Libraries/CLinux"),
    .systemLibrary(
      name: "CSeccomp", path: "Sources/Libraries/CSeccomp", pkgConfig: "libseccomp"),
    .systemLibrary(name: "CCrypto", path: "Sources/Libraries/CCrypto", pkgConfig: "libcrypto"),
    .systemLibrary(name: "CSSL", path: "Sources/Libraries/CSSL", pkgConfig: "libssl"),
    .systemLibrary(name: "CCurl", path: "Sources/Libraries/CCurl", pkgConfig: "libcurl"),
    .systemLibrary(
      name: "CSQLite", path: "Sources/Libraries/CSQLite", pkgConfig: "sqlite3"),
    // 1  islands
    .target(name: "Rules"),
    .target(name: "Addresses"),
    .target(name: "Boxes"),
    .target(name: "Multipart"),
    .target(name: "Telemetry"),
    .target(name: "Threads"),
    .target(name: "FFmpeg", dependencies: ["CFFmpeg"]),
    // 2  abilities
    .target(name: "Ingest", dependencies: ["Rules", "Boxes", "FFmpeg", "CLinux"]),
    .target(
      name: "Sandbox", dependencies: ["Rules", "CLinux", "CSeccomp"],
      resources: [.embedInCode("confinement.json5")]),
    .target(name: "Storage", dependencies: ["CLinux", "CCrypto"]),
    .target(
      name: "Ledger", dependencies: ["Rules", "CSQLite"],
      resources: [
        .embedInCode("SQLite/Migrations/m001_ledger.sql"),
        .embedInCode("SQLite/Migrations/m002_outbox.sql"),
        .embedInCode("SQLite/Migrations/m003_ticks.sql"),
      ]),
    .target(name: "HTTP", dependencies: ["Addresses", "CLinux", "CSSL"]),
    .target(name: "Service", dependencies: ["Rules"]),
    .target(name: "Hooks", dependencies: ["Rules"]),
    .target(name: "Documents", dependencies: ["Rules", "Ledger"]),
    .target(name: "UploadForms", dependencies: ["Multipart"]),
    .target(name: "Transfers", dependencies: ["CCurl"]),
    // 3  processes
    .target(name: "Upload", dependencies: ["UploadForms"]),
    .target(
      name: "Stages", dependencies: ["Ingest", "Rules", "Sandbox", "CLinux"],
      resources: [.embedInCode("rehearsal.mp4")]),
    .target(
      name: "Worker", dependencies: ["Rules", "Ledger", "Storage", "Sandbox", "Threads"]),
    .target(
      name: "FrontDoor",
      dependencies: [
        "Rules", "Multipart", "Ledger", "Documents", "Storage", "Sandbox", "HTTP", "Service",
        "Threads", "Hooks",
      ]),
    .target(
      name: "Webhooks",
      dependencies: ["Rules", "Ledger", "Documents", "Service", "Threads", "Transfers", "CCrypto"]),
    // 4  commands
    .executableTarget(
      name: "ClipgateTool",
      dependencies: [
        "Addresses", "Ingest", "Rules", "Sandbox", "Service", "Stages", "Hooks", "CPopt", "CLinux",
      ],
      path: "Sources/Commands/ClipgateTool"),
    .executableTarget(
      name: "ClipgateRunner", dependencies: ["Sandbox", "Stages"],
      path: "Sources/Commands/ClipgateRunner"),
    .executableTarget(
      name: "ClipgateSender", dependencies: ["UploadForms", "Transfers", "Service"],
      path: "Sources/Commands/ClipgateSender"),
    .executableTarget(
      name: "ClipgateServer",
      dependencies: [
        "Addresses", "FrontDoor", "HTTP", "Worker", "Webhooks", "Ledger", "Storage", "Sandbox",
        "Service", "Rules", "Telemetry", "Threads", "Transfers",
      ],
      path: "Sources/Commands/ClipgateServer"),
    // Tests, a folder a module
    .target(name: "TestSupport", dependencies: ["Boxes", "CLinux"], path: "Tests/TestSupport"),
    .testTarget(name: "RulesTests", dependencies: ["Rules"]),
    .testTarget(name: "BoxesTests", dependencies: ["Boxes", "TestSupport"]),
    .testTarget(name: "MultipartTests", dependencies: ["Multipart", "TestSupport"]),
    .testTarget(name: "TransfersTests", dependencies: ["Transfers", "TestSupport"]),
    .testTarget(
      name: "UploadTests",
      dependencies: ["Upload", "UploadForms", "ClipgateSender", "TestSupport"]),
    // An upload by URLSession in a process of its own, which it may end.
    .executableTarget(name: "UploadSteps", dependencies: ["Upload"], path: "Tests/UploadSteps"),
    .testTarget(name: "ThreadsTests", dependencies: ["Threads"]),
    .testTarget(name: "TelemetryTests", dependencies: ["Telemetry", "TestSupport"]),
    .testTarget(name: "FFmpegTests", dependencies: ["FFmpeg", "Boxes", "TestSupport"]),
    .testTarget(
      name: "IngestTests", dependencies: ["Ingest", "Rules", "Boxes", "FFmpeg", "TestSupport"]),
    .testTarget(name: "ClipgateToolTests", dependencies: ["ClipgateTool", "Rules", "Service"]),
    .testTarget(name: "SandboxTests", dependencies: ["Sandbox", "Rules", "TestSupport"]),
    .testTarget(name: "ServiceTests", dependencies: ["Service"]),
    .testTarget(name: "HooksTests", dependencies: ["Hooks", "Rules", "TestSupport"]),
    .testTarget(
      name: "WorkerTests",
      dependencies: ["Worker", "Ledger", "Storage", "Sandbox", "Rules", "TestSupport"]),
    .testTarget(
      name: "WebhooksTests", dependencies: ["Webhooks", "Ledger", "Rules", "TestSupport"]),
    .testTarget(
      name: "FrontDoorTests", dependencies: ["FrontDoor", "HTTP", "Hooks", "Rules"]),
    .testTarget(name: "StorageTests", dependencies: ["Storage", "TestSupport"]),
    .testTarget(
      name: "HTTPTests", dependencies: ["HTTP", "Addresses", "CLinux", "TestSupport"]),
    // A server in a process of its own, whose memory and descriptors are nobody else's.
    .executableTarget(name: "ServerSteps", dependencies: ["HTTP"], path: "Tests/ServerSteps"),
    // A store's steps in a process of their own, which a test can trace, hinder and kill.
    .executableTarget(
      name: "StorageSteps", dependencies: ["Storage"], path: "Tests/StorageSteps"),
    .testTarget(name: "LedgerTests", dependencies: ["Ledger", "Rules", "TestSupport"]),
    // A ledger's steps, for the same.
    .executableTarget(
      name: "LedgerSteps", dependencies: ["Ledger", "Rules"], path: "Tests/LedgerSteps"),
    .executableTarget(
      name: "ConfinementCost", dependencies: ["Rules", "Sandbox", "Stages"],
      path: "Benchmarks/ConfinementCost"),
    // What a program does with the library, as the README shows it.
    .executableTarget(
      name: "Shrink", dependencies: ["Ingest", "Rules"], path: "Examples/Shrink"),
    .executableTarget(
      name: "Send", dependencies: ["Upload"], path: "Examples/Send"),
    // What a child does once a movie has taken it over, in the same box as the product's own.
    .executableTarget(
      name: "Attacker", dependencies: ["Sandbox", "CLinux", "CFFmpeg"], path: "Tests/Attacker"),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
    .testTarget(name: "SampleTests", dependencies: ["TestSupport"]),
    .testTarget(name: "BenchmarkTests", dependencies: ["TestSupport"]),
    .testTarget(name: "EndToEndTests", dependencies: ["TestSupport"]),
  ]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}
