// swift-tools-version: 6.2
import PackageDescription

// The layers, one line a module; arrows point down only (Tests/ArchitectureTests holds the table).
let package = Package(
  name: "clipgate",
  products: [
    .library(name: "Clipgate", targets: ["Rules", "Boxes", "FFmpeg", "Ingest"]),
    .executable(name: "clipgate", targets: ["ClipgateTool"]),
  ],
  targets: [
    // 0  C doors
    .systemLibrary(name: "CFFmpeg", path: "Sources/Libraries/CFFmpeg", pkgConfig: "libavfilter"),
    .systemLibrary(name: "CPopt", path: "Sources/Libraries/CPopt", pkgConfig: "popt"),
    .systemLibrary(name: "CLinux", path: "Sources/Libraries/CLinux"),
    // 1  islands
    .target(name: "Rules"),
    .target(name: "Boxes"),
    .target(name: "FFmpeg", dependencies: ["CFFmpeg"]),
    // 2  abilities
    .target(name: "Ingest", dependencies: ["Rules", "Boxes", "FFmpeg", "CLinux"]),
    // 4  commands
    .executableTarget(
      name: "ClipgateTool", dependencies: ["Ingest", "Rules", "CPopt", "CLinux"],
      path: "Sources/Commands/ClipgateTool"),
    // Tests, a folder a module
    .target(name: "TestSupport", dependencies: ["Boxes"], path: "Tests/TestSupport"),
    .testTarget(name: "RulesTests", dependencies: ["Rules"]),
    .testTarget(name: "BoxesTests", dependencies: ["Boxes", "TestSupport"]),
    .testTarget(name: "FFmpegTests", dependencies: ["FFmpeg", "Boxes", "TestSupport"]),
    .testTarget(
      name: "IngestTests", dependencies: ["Ingest", "Rules", "Boxes", "FFmpeg", "TestSupport"]),
    .testTarget(name: "ClipgateToolTests", dependencies: ["ClipgateTool", "Rules"]),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"]),
    .testTarget(name: "SampleTests", dependencies: ["TestSupport"]),
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
