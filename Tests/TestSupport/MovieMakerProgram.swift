import Foundation

/// A program of the PATH that a test asks, as `ffprobe`, with what it printed.
public struct MovieMakerProgram: Sendable {
  public var status: Int32
  public var output: [UInt8]
  public var messages: String

  /// Whether the PATH has all of these programs; tests that need one say *skipped* where not.
  public static func exist(_ names: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }

  /// Runs a program to its end, for a minute at most.
  public static func run(_ name: String, _ arguments: [String]) throws -> Self {
    let folder = try TemporaryFolder()
    let output = URL(fileURLWithPath: folder.path("output"))
    let messages = URL(fileURLWithPath: folder.path("messages"))
    for file in [output, messages] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "60", name] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    process.waitUntilExit()
    return Self(
      status: process.terminationStatus, output: [UInt8](try Data(contentsOf: output)),
      messages: String(decoding: try Data(contentsOf: messages), as: UTF8.self))
  }

  /// Runs a program that must succeed without a message, and returns what it printed.
  public static func output(_ name: String, _ arguments: [String]) throws -> [UInt8] {
    let run = try run(name, arguments)
    guard run.status == 0, run.messages.isEmpty else {
      throw Failure(description: "\(name) ended with \(run.status): \(run.messages)")
    }
    return run.output
  }

  /// That a program failed or complained.
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  /// A folder that lives as long as this object.
  public final class TemporaryFolder: Sendable {
    private let folder: URL

    public init() throws {
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("clipgate-test-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Where a file of this name lies or will lie.
    public func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  }
}
